// A ring buffer in a file of its own wraps one step too late.
#include "ring.h"
#include <stdio.h>

int main(void) {
    struct ring ring = {.next = 0};
    for (int i = 0; i < 10; i++)
        ring_put(&ring, i);
    printf("%d\n", ring.items[0]);
    return 0;
}
