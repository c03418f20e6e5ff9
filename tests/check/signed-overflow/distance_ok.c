// The smallest number is ruled out.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int offset;
    if (scanf("%d", &offset) != 1 || offset < -1000) return 1;
    printf("%d\n", abs(offset));
    return 0;
}
