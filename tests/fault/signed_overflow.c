// Signed addition, subtraction and multiplication overflow; the run goes on.
#include <limits.h>
int main(void) {
    int a = INT_MAX, b = INT_MIN;
    long c = LONG_MAX;
    short s = SHRT_MAX;
    s++; // ok: promoted to int
    int x = a + 1; // expect: signed-overflow
    int y = b - 1; // expect: signed-overflow
    long z = c * 2; // expect: signed-overflow
    int w = -b; // expect: signed-overflow
    unsigned u = (unsigned)a + 1u + (unsigned)a + 1u;
    return (x == b) + (y == a) + (z == -2) + (w == b) + (u == 0) + (s == SHRT_MIN) - 6;
}
