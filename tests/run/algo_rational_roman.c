// Number notations: fractions in lowest terms, Roman numerals, spelled numbers, any base.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct frac { long n, d; };
static long gcd(long a, long b) { return b ? gcd(b, a % b) : labs(a); }
static struct frac norm(long n, long d) {
    long g = gcd(n, d);
    if (d < 0) g = -g;
    return (struct frac){n / g, d / g};
}
static struct frac add(struct frac a, struct frac b) { return norm(a.n * b.d + b.n * a.d, a.d * b.d); }
static struct frac mul(struct frac a, struct frac b) { return norm(a.n * b.n, a.d * b.d); }

static const struct { int v; const char *s; } numerals[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};
static char *roman(int n, char *out) {
    *out = 0;
    for (int i = 0; i < 13; i++) for (; n >= numerals[i].v; n -= numerals[i].v) strcat(out, numerals[i].s);
    return out;
}
static int unroman(const char *s) {
    int n = 0;
    for (int i = 0; i < 13; i++)
        for (size_t l = strlen(numerals[i].s); !strncmp(s, numerals[i].s, l); s += l) n += numerals[i].v;
    return *s ? -1 : n;
}
static void spell(unsigned n) {
    static const char *const small[] = {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
    static const char *const tens[] = {"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};
    static const struct { unsigned v; const char *s; } big[] = {{1000000000, "billion"}, {1000000, "million"}, {1000, "thousand"}, {100, "hundred"}};
    for (int i = 0; i < 4; i++)
        if (n >= big[i].v) {
            spell(n / big[i].v);
            printf(" %s", big[i].s);
            if (n %= big[i].v) putchar(' '), spell(n);
            return;
        }
    if (n < 20) printf("%s", small[n]);
    else if (printf("%s", tens[n / 10 - 2]), n % 10) printf("-%s", small[n % 10]);
}
static char *to_base(long v, int base, char *end) {
    unsigned long u = v < 0 ? -(unsigned long)v : (unsigned long)v;
    *--end = 0;
    do *--end = "0123456789abcdefghijklmnopqrstuvwxyz"[u % (unsigned long)base];
    while (u /= (unsigned long)base);
    if (v < 0) *--end = '-';
    return end;
}

int main(void) {
    struct frac s = {0, 1}, p = {1, 1};
    for (int i = 1; i <= 12; i++) s = add(s, norm(i & 1 ? 1 : -1, i)), p = mul(p, norm(i + 2, i));
    printf("%ld/%ld %ld/%ld\n", s.n, s.d, p.n, p.d);
    int years[] = {1, 4, 1994, 2024, 3999, 444}, ok = 1;
    char buf[70];
    for (int i = 0; i < 6; i++) printf("%s ", roman(years[i], buf));
    for (int n = 1; n < 400; n++) ok &= unroman(roman(n, buf)) == n;
    printf("%d %d\n", ok, unroman("XIQ"));
    unsigned ns[] = {0, 13, 42, 100, 1999, 70000, 1000001, 4294967295u};
    for (int i = 0; i < 8; i++) spell(ns[i]), puts("");
    for (int b = 2; b <= 36; b += 7) printf("%s ", to_base(-987654321, b, buf + sizeof buf));
    for (int b = 2; b <= 36; b += 17) printf("%ld ", strtol(to_base(123456789L, b, buf + sizeof buf), NULL, b));
    puts("");
    return (int)(s.d % 251);
}
