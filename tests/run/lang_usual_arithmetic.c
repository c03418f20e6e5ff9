// Usual arithmetic conversions: mixed signedness and rank in binary operators.
#include <stdio.h>

#define KIND(e) _Generic((e), int: "int", unsigned: "unsigned", long: "long", \
    unsigned long: "ulong", long long: "llong", unsigned long long: "ullong", \
    float: "float", double: "double", long double: "ldouble", default: "other")

static volatile int minus_one = -1;
static volatile unsigned one = 1;
static volatile long lminus = -1;
static volatile unsigned long ulone = 1;

int main(void) {
    char c = 1;
    short s = 2;
    int i = 3;
    unsigned u = 4;
    long l = 5;
    unsigned long ul = 6;
    long long ll = 7;
    float f = 8;
    double d = 9;
    long double ld = 10;
    puts(KIND(c + s));
    puts(KIND(c + u));
    puts(KIND(i + l));
    puts(KIND(u + l));
    puts(KIND(u + ul));
    puts(KIND(l + ll));
    puts(KIND(ul + ll));
    puts(KIND(i + f));
    puts(KIND(ul + d));
    puts(KIND(f * d));
    puts(KIND(d - ld));
    puts(KIND(c << ul));
    puts(KIND(1 ? i : d));
    puts(KIND((i, l)));
    printf("-1 < 1u: %d\n", minus_one < one);
    printf("-1L < 1u: %d\n", lminus < one);
    printf("-1L < 1ul: %d\n", lminus < ulone);
    printf("-1 + 1u == 0: %d\n", minus_one + one == 0);
    printf("-1 / 2u = %u\n", minus_one / (one + 1));
    printf("-1L / 2u = %ld\n", lminus / (one + 1));
    printf("-1 %% 10u = %u\n", minus_one % (one + 9));
    printf("(1?-1:0u) = %lld\n", (long long)(one ? minus_one : 0u));
    printf("long from unsigned -1: %ld\n", (long)(one - 2));
    printf("sum of float and int: %.1f\n", (double)(f + i));
    return 11;
}
