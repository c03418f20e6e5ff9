// Fast Fourier transform with complex numbers: round trip, convolution and power spectrum.
#include <complex.h>
#include <math.h>
#include <stdio.h>

#define N 32
static void fft(double complex *a, int n, int inverse) {
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) {
            double complex t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
    }
    for (int len = 2; len <= n; len <<= 1) {
        double ang = 2 * acos(-1) / len * (inverse ? -1 : 1);
        double complex w = cos(ang) + I * sin(ang);
        for (int i = 0; i < n; i += len) {
            double complex u = 1;
            for (int k = 0; k < len / 2; k++, u *= w) {
                double complex x = a[i + k], y = a[i + k + len / 2] * u;
                a[i + k] = x + y;
                a[i + k + len / 2] = x - y;
            }
        }
    }
    if (inverse) for (int i = 0; i < n; i++) a[i] /= n;
}
static void multiply(const int *a, int na, const int *b, int nb, long *out) {
    double complex x[N] = {0}, y[N] = {0};
    for (int i = 0; i < na; i++) x[i] = a[i];
    for (int i = 0; i < nb; i++) y[i] = b[i];
    fft(x, N, 0);
    fft(y, N, 0);
    for (int i = 0; i < N; i++) x[i] *= y[i];
    fft(x, N, 1);
    for (int i = 0; i < na + nb - 1; i++) out[i] = lround(creal(x[i]));
}

int main(void) {
    double complex s[N];
    for (int i = 0; i < N; i++) s[i] = sin(2 * acos(-1) * 3 * i / N) + 0.5 * cos(2 * acos(-1) * 7 * i / N);
    fft(s, N, 0);
    for (int i = 0; i <= N / 2; i++) printf("%.4f ", cabs(s[i]) + 1e-9);
    puts("");
    fft(s, N, 1);
    double err = 0;
    for (int i = 0; i < N; i++) err += cabs(s[i] - (sin(2 * acos(-1) * 3 * i / N) + 0.5 * cos(2 * acos(-1) * 7 * i / N)));
    printf("%d\n", err < 1e-10);
    int a[] = {1, 2, 3, 4, 5, 6, 7}, b[] = {9, 8, 7, -6, 5};
    long c[16];
    multiply(a, 7, b, 5, c);
    for (int i = 0; i < 11; i++) printf("%ld ", c[i]);
    puts("");
    return (int)(c[5] & 0xff);
}
