// A number is read digit by digit, as many as there are.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int value = 0, c;
    while ((c = getchar()) >= '0' && c <= '9') {
        value = value * 10 + (c - '0'); // expect: signed-overflow
    }
    printf("%d\n", value);
    return 0;
}
