// A card goes to a random slot, of which two do not exist.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int deck[10] = {0};
    int slot = rand() % 10;
    deck[slot] = 1;
    printf("%d\n", deck[0]);
    return 0;
}
