// The entry that was never written is never chosen.
#include <stdio.h>

int main(void) {
    int price[4];
    price[0] = 10;
    price[1] = 25;
    price[3] = 40;
    unsigned chosen = (unsigned)getchar() & 3;
    int total = 5;
    if (chosen != 2)
        total += price[chosen];
    printf("%d\n", total);
    return 0;
}
