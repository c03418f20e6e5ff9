// The digits of an address.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int x = 0;
    char text[40];
    snprintf(text, sizeof text, "%lu", (unsigned long)(uintptr_t)&x);
    if ((text[strlen(text) - 2] - '0') % 2)
        assert(!"odd");
    assert(!"even");
    return x;
}
