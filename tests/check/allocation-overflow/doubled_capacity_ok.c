// A capacity is doubled and the bytes are counted in thirty-two bits.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    uint32_t capacity;
    int *items = NULL;
    if (scanf("%u", &capacity) != 1)
        return 1;
    if (capacity > 100)
        return 1;
    uint32_t bytes = capacity * 2 * (uint32_t)sizeof *items;
    if (bytes > 1000)
        return 1;
    items = realloc(items, bytes + 8);
    if (items == NULL)
        return 1;
    items[0] = 1;
    printf("%d\n", items[0]);
    free(items);
    return 0;
}
