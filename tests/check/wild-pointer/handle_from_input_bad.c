// A handle from outside is taken for an address.
#include <stdint.h>
#include <stdio.h>

static int values[4] = {10, 20, 30, 40};

int main(void) {
    unsigned long handle;
    if (scanf("%lu", &handle) != 1)
        return 1;
    if (handle < 65536)
        return 1;
    int *value = (int *)(uintptr_t)handle;
    printf("%d\n", *value); // expect: wild-pointer
    return values[0] != 10;
}
