// One of two numbers of the program's own is kept in a byte; which one is for chance to say.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    short data;
    if (rand() % 2)
        data = CHAR_MAX + 1;
    else
        data = CHAR_MAX - 5;
    char kept = (char)data; // expect: lossy-conversion
    printf("%d\n", kept);
    return 0;
}
