// A card goes to a random slot, of which two do not exist.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int deck[10] = {0};
    int slot = rand() % 12;
    deck[slot] = 1; // expect: buffer-overflow
    printf("%d\n", deck[0]);
    return 0;
}
