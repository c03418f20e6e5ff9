// ctype: every classification and case conversion for EOF and all 256 values.
// flags: -D_GNU_SOURCE
#include <ctype.h>
#include <stdio.h>

#define CLASS(f) do { \
    int n = 0; \
    unsigned h = 2166136261u; \
    for (int c = -1; c < 256; c++) { \
        int v = f(c) != 0; \
        n += v; \
        h = (h ^ (unsigned)v) * 16777619u; \
    } \
    printf(#f " %d %08x\n", n, h); \
} while (0)

#define MAP(f) do { \
    int n = 0; \
    long sum = 0; \
    for (int c = -1; c < 256; c++) { \
        int v = f(c); \
        n += v != c; \
        sum = sum * 31 % 1000003 + v + 1; \
    } \
    printf(#f " %d %ld\n", n, sum); \
} while (0)

int main(void) {
    CLASS(isalpha); CLASS(isdigit); CLASS(isalnum); CLASS(isxdigit); CLASS(isupper); CLASS(islower);
    CLASS(isspace); CLASS(isblank); CLASS(ispunct); CLASS(isprint); CLASS(isgraph); CLASS(iscntrl);
    MAP(toupper);
    MAP(tolower);
    for (int c = 0; c < 128; c++) {
        int m = !!isalpha(c) | !!isdigit(c) << 1 | !!isspace(c) << 2 | !!ispunct(c) << 3 | !!iscntrl(c) << 4;
        printf("%x%s", (unsigned)m, c % 32 == 31 ? "\n" : "");
    }
    char title[] = "the qUICK bROWN fox-trot 2nd";
    int start = 1;
    for (char *p = title; *p; p++) {
        *p = (char)(start ? toupper((unsigned char)*p) : tolower((unsigned char)*p));
        start = !isalnum((unsigned char)*p);
    }
    puts(title);
    printf("%d %d %d\n", isascii(200) != 0, isascii('a') != 0, toascii(0xc1));
    int (*tests[])(int) = {isalpha, isdigit, isspace};
    int total = 0;
    for (const char *p = "Mixed 123 text\n"; *p; p++)
        for (int i = 0; i < 3; i++) total = total * 2 % 9973 + (tests[i](*p) != 0);
    printf("%d\n", total);
    return 26;
}
