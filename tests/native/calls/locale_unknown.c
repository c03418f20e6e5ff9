// A locale that there is not.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <locale.h>

int main(void) {
    if (!setlocale(LC_ALL, "no-such-locale"))
        assert(!"refused");
    assert(!"set");
    return 0;
}
