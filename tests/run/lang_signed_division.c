// Signed division truncates to zero and the remainder takes the sign of the dividend.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static int floor_div(int a, int b) { int q = a / b; return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q; }
static int euclid_mod(int a, int b) { int r = a % b; return r < 0 ? r + (b < 0 ? -b : b) : r; }

static volatile int nums[] = {7, -7, 1, -1, 0, INT_MAX, INT_MIN + 1, INT_MIN, 100};
static volatile int dens[] = {1, 2, -2, 3, -3, 7, 10, -16, INT_MAX, INT_MIN};

int main(void) {
    int ok = 1;
    for (unsigned i = 0; i < sizeof nums / sizeof *nums; i++) {
        for (unsigned j = 0; j < sizeof dens / sizeof *dens; j++) {
            int a = nums[i], b = dens[j];
            printf("%d/%d=%d r%d  ", a, b, a / b, a % b);
            ok &= (long long)(a / b) * b + a % b == a;
        }
        puts("");
    }
    printf("identity holds: %d\n", ok);
    for (int a = -5; a <= 5; a++) printf("%d:%d,%d ", a, floor_div(a, 3), euclid_mod(a, -3));
    puts("");
    /* Division by constants is strength-reduced by compilers. */
    for (int i = 0; i < 9; i++) {
        int a = nums[i];
        printf("%d %d %d %d %d\n", a / 3, a / 8, a % 8, a / 10, a % 1000);
    }
    long long big = LLONG_MIN;
    printf("%lld %lld %lld\n", big / 10, big % 10, big / 1000000007LL);
    unsigned long long ub = ULLONG_MAX;
    printf("%llu %llu %llu\n", ub / 10, ub % 10, ub / 1000000007ULL);
    int8_t a8 = -128;
    int16_t a16 = -32768;
    printf("%d %d %d\n", a8 / -1, a16 / -1, a8 % 100);
    return ok ? 5 : 6;
}
