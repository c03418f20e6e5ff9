// How much was printed goes to a small integer.
#include <stdio.h>

int main(void) {
    signed char printed = 0;
    printf("abc%n\n", &printed); // expect: buffer-overflow
    return printed == 3 ? 0 : 1;
}
