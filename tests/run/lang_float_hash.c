// A running hash over float and double operators on random values, bit for bit.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t h = 1469598103934665603ull;
static uint64_t state = 88172645463325252ull;

static uint64_t rnd(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}
static void mix(uint64_t v) { h = (h ^ v) * 1099511628211ull; }
static void mixd(double d) {
    uint64_t u;
    memcpy(&u, &d, 8);
    mix(d != d ? 0x7ff8 : u); /* the payload of a NaN is not specified */
}
static void mixf(float f) {
    uint32_t u;
    memcpy(&u, &f, 4);
    mix(f != f ? 0x7fc0 : u);
}
static double rndd(void) {
    double d;
    uint64_t u = rnd();
    u = (u & ~(0x7ffull << 52)) | (1023 - 40 + u % 80) << 52;
    memcpy(&d, &u, 8);
    return d;
}

int main(void) {
    for (int i = 0; i < 300; i++) {
        volatile double a = rndd(), b = rndd();
        volatile float f = (float)a, g = (float)b;
        volatile double t = a * b;
        mixd(a + b);
        mixd(a - b);
        mixd(t);
        mixd(a / b);
        mixd(sqrt(fabs(a)));
        mixd(fmod(a, b));
        mixd(floor(a) - ceil(b));
        mixd(-a);
        mixf(f + g);
        mixf(f - g);
        mixf(f * g);
        mixf(f / g);
        mixf(sqrtf(fabsf(f)));
        mixd((double)f);
        mix((uint64_t)(a < b) | (uint64_t)(f >= g) << 1 | (uint64_t)(a == f) << 2);
        mix((uint64_t)(int64_t)a);
        mix((uint64_t)(int64_t)(f / 1024));
        mix((uint64_t)(unsigned)fabs(fmod(b, 4e9)));
        mixd((double)(int64_t)rnd());
        mixd((double)rnd());
        mixf((float)(int32_t)rnd());
        mixf((float)rnd());
        mixd(ldexp(a, (int)(i % 50) - 25));
        if (i % 100 == 99) printf("%016llx\n", (unsigned long long)h);
    }
    /* Subnormals, overflow and underflow. */
    for (int i = 0; i < 60; i++) {
        volatile double tiny = ldexp(rndd(), -1060), huge = ldexp(rndd(), 1000);
        mixd(tiny);
        mixd(tiny / 3);
        mixd(huge * huge);
        mixd(tiny * huge);
        mixf((float)tiny);
        mixf((float)huge);
        mixf((float)ldexp(rndd(), -140));
    }
    printf("%016llx\n", (unsigned long long)h);
    return (int)(h >> 57);
}
