// The order of arguments.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 1) return 1;
    if ((void *)argv > (void *)argv[0])
        assert(!"the table is above");
    assert(!"the table is below");
    return 0;
}
