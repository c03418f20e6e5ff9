// The digits of 1/7 repeat after six places.
#include <stdio.h>

int main(void) {
    int rest = 1;
    while (rest != 0) { // expect: infinite-loop
        putchar('0' + rest * 10 / 7);
        rest = rest * 10 % 7;
    }
    putchar('\n');
    return 0;
}
