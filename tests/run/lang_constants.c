// Constants: literals of every base and suffix, limits and float macros, constant expressions.
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define PI_X100 314
enum { SIZE = sizeof(int[3]) * 2, SHIFT = 1 << 4 | 3, COND = SIZE > 20 ? 7 : 8 };
static const int computed[SHIFT - 10] = {[COND] = (int)(2.75 * 4)};
_Static_assert(SIZE == 24, "sizeof in a constant expression");
_Static_assert((unsigned char)-1 == 255 && -1 / 2 == 0, "folding");

int main(void) {
    printf("%d %d %d %d\n", 255, 0377, 0xff, 0b11111111);
    printf("%u %ld %lu %lld %llu\n", 4294967295u, 2147483648, 0xffffffffffffffff, -9223372036854775807LL - 1, 18446744073709551615ull);
    printf("%g %g %g %g %g\n", 1e3, .5, 5., 0x1.8p3, 1.5e-3);
    printf("%zu %zu %zu %zu\n", sizeof 1, sizeof 1L, sizeof 2147483648, sizeof 0xffffffff);
    printf("%zu %zu %zu\n", sizeof 1.0f, sizeof 1.0, sizeof 1.0L);
    printf("%d %d %d\n", SIZE, SHIFT, COND);
    printf("%d %d\n", computed[7], (int)(sizeof computed / sizeof *computed));
    printf("%d %d %d %d\n", CHAR_BIT, SCHAR_MIN, SCHAR_MAX, UCHAR_MAX);
    printf("%d %d %d\n", SHRT_MIN, SHRT_MAX, USHRT_MAX);
    printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
    printf("%ld %ld %lu\n", LONG_MIN, LONG_MAX, ULONG_MAX);
    printf("%lld %lld %llu\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    printf("%d %d\n", CHAR_MIN, CHAR_MAX);
    printf("%d %d %d %d\n", FLT_MANT_DIG, DBL_MANT_DIG, FLT_DIG, DBL_DIG);
    printf("%g %g %g\n", (double)FLT_MAX, (double)FLT_MIN, (double)FLT_EPSILON);
    printf("%.17g %.17g %.17g\n", DBL_MAX, DBL_MIN, DBL_EPSILON);
    printf("%d %d %d %d %d\n", FLT_RADIX, DBL_MAX_EXP, DBL_MIN_EXP, DBL_MAX_10_EXP, DBL_MIN_10_EXP);
    printf("%" PRId8 " %" PRIu16 " %" PRIx32 " %" PRIo64 " %" PRIXMAX " %" PRIiPTR "\n", INT8_MIN, UINT16_MAX, UINT32_MAX, INT64_C(511), UINTMAX_MAX, INTPTR_MIN);
    printf("%" PRIdFAST16 " %" PRIuLEAST8 " %" PRIX64 "\n", (int_fast16_t)-3, (uint_least8_t)200, UINT64_C(0xabcdef));
    printf("%d %d %d\n", SIZE_MAX == UINT64_MAX, PTRDIFF_MAX == INT64_MAX, WCHAR_MAX == INT32_MAX);
    printf("%d %d %d %d\n", 'ab' == ('a' << 8 | 'b'), '\0', '\'', "\""[0]);
    printf("%d\n", -PI_X100 % 100);
    return COND;
}
