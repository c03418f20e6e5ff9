// Other builtins: expect, constant_p, choose_expr, types_compatible_p, mem and string forms.
#include <math.h>
#include <stdio.h>
#include <string.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define SAME(a, b) __builtin_types_compatible_p(__typeof__(a), b)

static int classify(int n) {
    if (likely(n > 0)) return 1;
    if (n == 0) return 0;
    if (n < 0) return -1;
    __builtin_unreachable();
}

static int day(unsigned d) {
    switch (d % 3) {
    case 0: return 10;
    case 1: return 20;
    case 2: return 30;
    default: __builtin_unreachable();
    }
}

static int assume(int *p) {
    int *q = __builtin_assume_aligned(p, sizeof *p);
    return *q;
}

int main(void) {
    printf("%d %d %d\n", classify(5), classify(0), classify(-5));
    printf("%d %d %d\n", day(3), day(4), day(5));
    printf("%d %d\n", __builtin_constant_p(42), __builtin_constant_p("lit"[0] + 1 > 0) >= 0);
    printf("%d\n", __builtin_choose_expr(sizeof(long) == 8, 64, 32));
    int i = 0;
    const char c = 'c';
    printf("%d %d %d\n", SAME(i, int), SAME(i, unsigned), SAME(c, char));
    char buf[16];
    __builtin_memset(buf, 'z', sizeof buf);
    __builtin_memcpy(buf, "builtin", 8);
    printf("%s %zu %d\n", buf, __builtin_strlen(buf), __builtin_memcmp(buf, "builtis", 7) < 0);
    __builtin_memmove(buf + 2, buf, 8);
    printf("%s %d\n", buf, __builtin_strcmp(buf, "bubuiltin"));
    printf("%s\n", __builtin_strchr(buf, 't'));
    printf("%g %g %g\n", __builtin_fabs(-2.5), __builtin_floor(-2.5), __builtin_sqrt(6.25));
    printf("%d %d %d\n", __builtin_isnan(__builtin_nan("")) != 0, __builtin_isinf(__builtin_inf()) != 0, __builtin_signbit(-0.0) != 0);
    printf("%g %g\n", __builtin_huge_val(), __builtin_copysign(3.0, -1.0));
    int *p = __builtin_alloca(5 * sizeof *p);
    for (int k = 0; k < 5; k++) p[k] = k * k;
    printf("%d %d\n", p[4], assume(&p[3]));
    __builtin_prefetch(p);
    printf("%d\n", __builtin_offsetof(struct { char a; int b; }, b) == 4);
    printf("%zu\n", __builtin_object_size(buf, 0));
    printf("%d\n", __builtin_popcount(0xff) + __builtin_isgreater(2.0, 1.0));
    char *dst = __builtin_stpcpy(buf, "end");
    printf("%td\n", dst - buf);
    if (i) __builtin_trap();
    return __builtin_expect(day(1), 20) + 5;
}
