// Loops of every form, break and continue at depth, empty bodies, scopes per iteration.
#include <stdio.h>

static int collatz_max(int limit) {
    int best = 0, at = 0;
    for (int i = 1; i < limit; i++) {
        long n = i;
        int len = 0;
        for (; n != 1; n = n & 1 ? 3 * n + 1 : n >> 1) len++;
        if (len > best) best = len, at = i;
    }
    return at * 1000 + best;
}

int main(void) {
    int n = 0;
    for (;;) {
        if (++n % 2) continue;
        if (n > 9) break;
        printf("%d ", n);
    }
    puts("");
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
            if (j == i) continue;
            if (i + j > 5) break;
            printf("%d%d ", i, j);
        }
    }
    puts("");
    const char *s = "count me";
    int len;
    for (len = 0; s[len]; len++)
        ;
    printf("%d\n", len);
    unsigned char c = 250;
    do c++;
    while (c);
    printf("%d\n", c);
    for (unsigned i = 3; i-- > 0;) printf("%u ", i);
    for (int i = 10, j = 1; i > j; i -= j, j *= 2) printf("%d/%d ", i, j);
    puts("");
    int *ptrs[3];
    int vals[3];
    for (int i = 0; i < 3; i++) {
        int fresh = i * 5;
        ptrs[i] = &vals[i];
        *ptrs[i] = fresh;
    }
    printf("%d %d %d\n", *ptrs[0], *ptrs[1], *ptrs[2]);
    printf("%d\n", collatz_max(300));
    int x = 1;
    while (x < 1000) {
        int x2 = x;
        switch (x2 % 3) {
        case 0: x += 7; continue;
        case 1: x = x * 2 + 1; break;
        case 2: x += 5; break;
        }
        x++;
    }
    printf("%d\n", x);
    float f;
    int steps = 0;
    for (f = 1; f > 0.001f; f /= 3) steps++;
    printf("%d\n", steps);
    for (char ch = 'a'; ch <= 'z'; ch += 5) putchar(ch);
    puts("");
    return steps;
}
