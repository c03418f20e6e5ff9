// __int128 as parameter, return value, struct member, array element and variable argument.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;
struct pair { int tag; i128 v; };
union view { u128 v; uint64_t half[2]; uint8_t b[16]; };

static void hex(u128 v) { printf("%llx:%016llx\n", (unsigned long long)(v >> 64), (unsigned long long)v); }
static i128 combine(int a, i128 b, long c, i128 d, char e, i128 f, i128 g) { return a + b * c - d + e + f - g; }
static struct pair step(struct pair p) { return (struct pair){p.tag + 1, p.v * 1000003 + p.tag}; }
/* The arguments stay within registers: before version 18, clang read one that spilled wrongly. */
static i128 total(int n, ...) {
    va_list ap;
    va_start(ap, n);
    i128 s = 0;
    for (int i = 0; i < n; i++) s = s * 3 + (i & 1 ? va_arg(ap, int) : va_arg(ap, i128));
    va_end(ap);
    return s;
}
static int cmp(i128 a, i128 b) { return (a > b) - (a < b); }

int main(void) {
    i128 big = (i128)1 << 100;
    hex((u128)combine(1, big, 3, -big, 'x', 5, big / 7));
    struct pair p = {1, 1};
    for (int i = 0; i < 5; i++) p = step(p);
    hex((u128)p.v);
    printf("%d %zu\n", p.tag, sizeof p);
    hex((u128)total(3, big, -1, (i128)-2));
    union view u = {.v = (u128)big | 0xff};
    printf("%llx %llx %d %d\n", (unsigned long long)u.half[0], (unsigned long long)u.half[1], u.b[0], u.b[12]);
    u.b[15] = 0x80;
    printf("%d\n", (i128)u.v < 0);
    i128 arr[4] = {big, -big, 0, 1};
    for (int i = 1; i < 4; i++)
        for (int j = i; j && cmp(arr[j - 1], arr[j]) > 0; j--) {
            i128 t = arr[j];
            arr[j] = arr[j - 1];
            arr[j - 1] = t;
        }
    for (int i = 0; i < 4; i++) hex((u128)arr[i]);
    printf("%d %d %d\n", (_Bool)(big << 3), !big, (int)(big >> 98));
    i128 r;
    printf("%d ", __builtin_add_overflow(arr[3], arr[3] * ((i128)1 << 25), &r));
    printf("%d ", __builtin_mul_overflow(arr[3], arr[3], &r));
    hex((u128)r);
    switch ((uint64_t)(big >> 90)) { case 1024: puts("switch"); break; default: puts("wrong"); }
    uint64_t lo = (uint64_t)((u128)0xffffffffffffffffull * 0xffffffffffffffffull >> 64);
    printf("%llx\n", (unsigned long long)lo);
    return p.tag;
}
