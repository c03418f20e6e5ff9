// A number is read digit by digit, as many as there are.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int value = 0, c;
    while ((c = getchar()) >= '0' && c <= '9') {
        if (value > (INT_MAX - 9) / 10)
            return 1;
        value = value * 10 + (c - '0');
    }
    printf("%d\n", value);
    return 0;
}
