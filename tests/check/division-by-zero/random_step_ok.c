// A random step may be no step.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int step = rand() % 4 + 1;
    printf("%d steps\n", 100 / step);
    return 0;
}
