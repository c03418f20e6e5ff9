// Reading stdin with scanf: mixed conversions, recovery after a mismatch, end of input.
// stdin: 3\n10 20 30\nname: Ada   36\nbad 7\n1.5e2 0x1f\nx
#include <stdio.h>

int main(void) {
    int n, sum = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        int v;
        if (scanf("%d", &v) == 1) sum += v;
    }
    printf("n %d sum %d\n", n, sum);
    char name[20];
    int age;
    int r = scanf(" name: %19s %d", name, &age);
    printf("%d %s %d\n", r, name, age);
    int v = -1;
    while ((r = scanf("%d", &v)) == 0) {
        int c = getchar();
        printf("skip '%c'\n", c);
    }
    printf("%d %d\n", r, v);
    double d;
    unsigned x;
    r = scanf("%lf %x", &d, &x);
    printf("%d %g %u\n", r, d, x);
    char c, e = '?';
    r = scanf(" %c%c", &c, &e);
    printf("%d %c %c\n", r, c, e);
    r = scanf("%d", &v);
    printf("%d %d\n", r, feof(stdin) != 0);
    return sum;
}
