// The same, with pointers.
// native: -O0
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int a[1], b[1];

int main(void) {
    int *end = a + 1, *start = b;
    if (end == start)
        assert(!"side by side");
    assert(!"apart");
    return 0;
}
