// How much of the input was read goes to a small integer.
#include <stdio.h>

int main(void) {
    int number = 0;
    signed char taken = 0;
    if (scanf("%d%n", &number, &taken) != 1) // expect: buffer-overflow
        return 1;
    printf("%d\n", number);
    return 0;
}
