// A calculator for one operation, with the operands and the sign from one line.
#include <stdio.h>

static int apply(int a, char sign, int b) {
    switch (sign) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '%':
        return b != 0 ? a % b : 0;
    default:
        return 0;
    }
}

int main(void) {
    int a, b;
    char sign;
    if (scanf("%d %c %d", &a, &sign, &b) != 3)
        return 1;
    if (a < 0 || a > 1000 || b < 0 || b > 1000)
        return 1;
    printf("%d\n", apply(a, sign, b));
    return 0;
}
