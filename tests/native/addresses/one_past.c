// The end of one object and the start of another.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct pair { int a[2], b[2]; } pair;
static int c[4], d[4];

int main(void) {
    assert(&pair.a[2] == pair.b);
    int touch = (uintptr_t)(c + 4) == (uintptr_t)d || (uintptr_t)(d + 4) == (uintptr_t)c;
    if (touch)
        assert(!"side by side");
    assert(!"apart");
    return 0;
}
