// The number after the last ticket that was seen.
#include <limits.h>
#include <stdio.h>

static int last;

int main(void) {
    if (scanf("%d", &last) != 1)
        return 1;
    last++; // expect: signed-overflow
    printf("next is %d\n", last);
    return 0;
}
