// The smallest number has no absolute value.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int offset;
    if (scanf("%d", &offset) != 1) return 1;
    printf("%d\n", abs(offset)); // expect: signed-overflow
    return 0;
}
