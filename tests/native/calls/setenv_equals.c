// A variable with an equals sign in its name.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    if (setenv("a=b", "x", 1) != 0)
        assert(!"refused");
    assert(!"set");
    return 0;
}
