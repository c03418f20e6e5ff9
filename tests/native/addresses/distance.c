// The distance between two objects.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int a[10], b[10];

int main(void) {
    long distance = (long)((intptr_t)b - (intptr_t)a);
    assert(distance == 48);
    return 0;
}
