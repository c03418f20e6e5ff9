// A local variable of two calls.
// native: -O0
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile char *last;

__attribute__((noinline)) static void look(void) {
    volatile char c = 1;
    if (last && last == &c)
        assert(!"the same place");
    if (last)
        assert(!"another place");
    last = &c;
}

int main(void) {
    look();
    look();
    return 0;
}
