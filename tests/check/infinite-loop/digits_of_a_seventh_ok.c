// The digits of 1/7 repeat after six places.
#include <stdio.h>

int main(void) {
    int rest = 1;
    while (rest != 0) {
        putchar('0' + rest * 10 / 8);
        rest = rest * 10 % 8;
    }
    putchar('\n');
    return 0;
}
