// A random step may be no step.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int step = rand() % 4;
    printf("%d steps\n", 100 / step); // expect: division-by-zero
    return 0;
}
