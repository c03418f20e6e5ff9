// Price times quantity.
#include <limits.h>
#include <stdio.h>

int main(void) {
    unsigned price, quantity;
    if (scanf("%u %u", &price, &quantity) != 2)
        return 1;
    if (quantity != 0 && price > UINT_MAX / quantity)
        return 1;
    unsigned total = price * quantity;
    printf("%u\n", total);
    return 0;
}
