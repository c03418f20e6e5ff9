// The middle of a range, computed the short way and the safe one.
#include <stdio.h>

int main(void) {
    int low, high;
    if (scanf("%d %d", &low, &high) != 2)
        return 1;
    if (low < 0 || high < low)
        return 1;
    int middle = low + (high - low) / 2;
    printf("%d\n", middle);
    return 0;
}
