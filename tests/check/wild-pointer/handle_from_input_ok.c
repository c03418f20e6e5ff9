// A handle from outside is taken for an address.
#include <stdint.h>
#include <stdio.h>

static int values[4] = {10, 20, 30, 40};

int main(void) {
    unsigned long handle;
    if (scanf("%lu", &handle) != 1)
        return 1;
    if (handle >= 4)
        return 1;
    int *value = &values[handle];
    printf("%d\n", *value);
    return values[0] != 10;
}
