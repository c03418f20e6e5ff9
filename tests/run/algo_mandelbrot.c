// Floating-point loops drawn as text: Mandelbrot, a sine plot, and a rotating wire square.
#include <math.h>
#include <stdio.h>
#include <string.h>

static int escape(double cr, double ci, int limit) {
    double r = 0, i = 0;
    int n = 0;
    for (; n < limit && r * r + i * i <= 4; n++) {
        volatile double rr = r * r, ii = i * i, ri = r * i; /* no fused operations */
        r = rr - ii + cr;
        i = 2 * ri + ci;
    }
    return n;
}
static void line(char g[12][41], int x0, int y0, int x1, int y1) {
    int dx = x1 > x0 ? x1 - x0 : x0 - x1, dy = y1 > y0 ? y0 - y1 : y1 - y0, err = dx + dy;
    for (;;) {
        if (x0 >= 0 && x0 < 40 && y0 >= 0 && y0 < 12) g[y0][x0] = '#';
        if (x0 == x1 && y0 == y1) return;
        int e2 = 2 * err;
        if (e2 >= dy) err += dy, x0 += x0 < x1 ? 1 : -1;
        if (e2 <= dx) err += dx, y0 += y0 < y1 ? 1 : -1;
    }
}

int main(void) {
    long total = 0;
    for (int y = 0; y < 17; y++) {
        char row[49];
        for (int x = 0; x < 48; x++) {
            int n = escape(-2.1 + x * 0.0625, -1.0 + y * 0.125, 40);
            total += n;
            row[x] = " .:-=+*%@#"[n == 40 ? 9 : n * 9 / 40];
        }
        row[48] = 0;
        puts(row);
    }
    printf("%ld\n", total);
    for (int i = 0; i < 8; i++) printf("%*c\n", 12 + (int)floor(10 * sin(i * 0.8) + 0.5), '*');
    char g[12][41];
    memset(g, '.', sizeof g);
    double px[4], py[4];
    for (int i = 0; i < 4; i++) {
        double a = 0.4 + i * acos(0);
        px[i] = 20 + 10 * cos(a);
        py[i] = 6 + 5 * sin(a);
    }
    for (int i = 0; i < 4; i++) line(g, (int)px[i], (int)py[i], (int)px[(i + 1) % 4], (int)py[(i + 1) % 4]);
    for (int y = 0; y < 12; y++) printf("%.40s\n", g[y]);
    return (int)(total % 256);
}
