// Inline functions: static inline, extern inline, always_inline, noinline, address taken.
#include <stdio.h>

static inline int square(int x) { return x * x; }
inline int twice(int x) { return x + x; }
extern int twice(int x);
static inline __attribute__((always_inline)) int pick(int c, int a, int b) { return c ? a : b; }
static __attribute__((noinline)) int opaque(int x) { return x ^ 0x55; }

static inline int counter(void) {
    static int n;
    return ++n;
}

static inline void swap(int *restrict a, int *restrict b) {
    int t = *a;
    *a = *b;
    *b = t;
}

static inline int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }

_Noreturn static void never(void);
static void (*const not_called)(void) = never;

struct ops { int (*f)(int); };
static const struct ops table[] = {{square}, {twice}, {opaque}};

int main(void) {
    int s = 0;
    for (int i = 0; i < 3; i++) s += table[i].f(7);
    printf("%d\n", s);
    printf("%d %d\n", pick(1, 10, 20), pick(0, opaque(1), opaque(2)));
    for (int i = 0; i < 3; i++) printf("%d ", counter());
    int (*c)(void) = counter;
    printf("%d\n", c());
    int a = 1, b = 2;
    swap(&a, &b);
    printf("%d %d %d\n", a, b, gcd(1071, 462));
    register int r = 5;
    register unsigned k;
    for (k = 0; k < 4; k++) r = r * 2 + 1;
    printf("%d %u\n", r, k);
    if (s < 0) not_called();
    return twice(square(5));
}

static void never(void) {
    for (;;) puts("never");
}
