// Where something else stands in place of a number, that is not the end of the input.
#include <stdio.h>

int main(void) {
    int size;
    if (scanf("%d", &size) != 1)
        return 1;
    if (size > 100)
        puts("large");
    return 0;
}
