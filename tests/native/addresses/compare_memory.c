// The order of structures that hold pointers.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct s { char *p; };

int main(void) {
    char a, b;
    struct s x = { &a }, y = { &b };
    assert(memcmp(&x, &y, sizeof x) != 0);
    if (memcmp(&x, &y, sizeof x) < 0)
        assert(!"less");
    assert(!"greater");
    return 0;
}
