// Comma, sequence points, increments, compound assignment, short circuit, ternary chains.
#include <stdio.h>

static int trace_n;
static char trace[64];
static int t(char c, int v) {
    trace[trace_n++] = c;
    trace[trace_n] = 0;
    return v;
}
static void flush(int v) {
    printf("%s=%d\n", trace, v);
    trace_n = 0;
    trace[0] = 0;
}

static const char *grade(int n) { return n >= 90 ? "A" : n >= 80 ? "B" : n >= 70 ? "C" : n >= 0 ? "F" : "?"; }

int main(void) {
    int v;
    v = t('a', 0) && t('b', 1);
    flush(v);
    v = t('a', 1) && t('b', 5);
    flush(v);
    v = t('a', 0) || t('b', 0) || t('c', 3) || t('d', 1);
    flush(v);
    v = t('a', 1) || (t('b', 1) && t('c', 1));
    flush(v);
    v = (t('a', 0) && t('b', 1)) || t('c', 9);
    flush(v);
    v = t('a', 1) ? t('b', 2) : t('c', 3);
    flush(v);
    v = (t('a', 1), t('b', 2), t('c', 3));
    flush(v);
    v = t('a', 0) ?: t('b', 7);
    flush(v);
    v = t('a', 4) ?: t('b', 7);
    flush(v);
    v = !t('a', 1) || !!t('b', 12);
    flush(v);
    for (int i = 95; i >= -5; i -= 15) printf("%s", grade(i));
    puts("");
    int i = 0, a[5] = {0};
    a[i++] = 10;
    a[i++] += 20;
    a[++i] = 30;
    printf("%d %d %d %d %d i%d\n", a[0], a[1], a[2], a[3], a[4], i);
    int x = 5, y, z;
    y = z = x++ * 2;
    x += y -= z /= 3;
    printf("%d %d %d\n", x, y, z);
    x = 100;
    x -= 7, x *= 3, x %= 50, x <<= 2, x |= 3, x ^= 0xf, x &= 0xfe, x >>= 1, x /= 2;
    printf("%d\n", x);
    int p = 1, q = 2;
    p ^= q, q ^= p, p ^= q;
    printf("%d %d\n", p, q);
    for (int l = 0, r = 10; l < r; l += 2, r--) printf("%d,%d ", l, r);
    puts("");
    int n = 0;
    while (n++ < 3) printf("%d", n);
    do printf("%d", n--);
    while (n > 0);
    printf(" %d\n", n);
    if (n == 0) if (x == 1) puts("inner"); else puts("dangling else");
    return (x = 6, y = x * 7, y);
}
