// Vectors of unusual size: 8, 32 and 64 bytes, passed by pointer, reduced in loops.
#include <stdint.h>
#include <stdio.h>

typedef uint8_t v8u8 __attribute__((vector_size(8)));
typedef int32_t v8i32 __attribute__((vector_size(32)));
typedef double v8f64 __attribute__((vector_size(64)));
typedef uint16_t v4u16 __attribute__((vector_size(8)));
typedef int32_t v2i32 __attribute__((vector_size(8)));

static void scale(v8i32 *v, int k) { *v = *v * k; }

static int32_t reduce(const v8i32 *v) {
    int32_t s = 0;
    for (int i = 0; i < 8; i++) s += (*v)[i];
    return s;
}

static double dot(const v8f64 *a, const v8f64 *b) {
    v8f64 p = *a * *b;
    double s = 0;
    for (int i = 0; i < 8; i++) s += p[i];
    return s;
}

int main(void) {
    v8u8 bytes = {250, 251, 252, 253, 254, 255, 0, 1};
    bytes += 3;
    for (int i = 0; i < 8; i++) printf("%d ", bytes[i]);
    puts("");
    v8i32 ramp = {0, 1, 2, 3, 4, 5, 6, 7};
    scale(&ramp, -3);
    printf("%d\n", reduce(&ramp));
    v8i32 mask = ramp < -10;
    v8i32 picked = mask & ramp;
    printf("%d %d\n", reduce(&mask), reduce(&picked));
    v8f64 x, y;
    for (int i = 0; i < 8; i++) {
        x[i] = i + 0.5;
        y[i] = 8 - i;
    }
    printf("%g\n", dot(&x, &y));
    x = (x - y) / 2;
    printf("%g %g\n", x[0], x[7]);
    v4u16 a = {1, 2, 3, 4}, b = {65535, 2, 0, 9};
    v4u16 sum = a + b, big = (v4u16)(a > b);
    printf("%d %d %d %d | %d %d %d %d\n", sum[0], sum[1], sum[2], sum[3], big[0], big[1], big[2], big[3]);
    union { v2i32 v; int64_t i; } pun = {.v = {-1, 1}};
    printf("%llx\n", (unsigned long long)pun.i);
    v8i32 table[3] = {ramp, ramp + 1, ramp * ramp};
    int idx = 0;
    for (int i = 0; i < 3; i++) idx += table[i][(i * 3) % 8];
    printf("%d\n", idx);
    v8i32 fib = {1, 1};
    for (int i = 2; i < 8; i++) fib[i] = fib[i - 1] + fib[i - 2];
    fib[0] += fib[7]++;
    printf("%d %d\n", fib[0], fib[7]);
    return fib[7];
}
