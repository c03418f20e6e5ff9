// How much of the input was read is stored where there was a number, and does not count.
#include <stdio.h>

int main(void) {
    int number, taken;
    if (scanf("%d%n", &number, &taken) != 1)
        return 1;
    printf("%d in %d characters\n", number, taken);
    return 0;
}
