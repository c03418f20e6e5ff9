// An argument of the program and a global variable.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char mark;

int main(int argc, char **argv) {
    if (argc < 1) return 1;
    if ((uintptr_t)argv[0] > (uintptr_t)&mark)
        assert(!"arguments above");
    assert(!"arguments below");
    return 0;
}
