// The text of an address.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int x = 0;
    char text[40];
    snprintf(text, sizeof text, "%p", (void *)&x);
    size_t n = strlen(text);
    char last = text[n - 1];
    if (last == '0' || last == '8')
        assert(!"a multiple of eight");
    assert(!"no multiple of eight");
    return x;
}
