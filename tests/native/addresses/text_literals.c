// Whether equal texts of a program are one.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *one(void) { return "abc"; }
static const char *suffix(void) { return "xabc"; }

int main(void) {
    const char *volatile a = one(), *volatile b = suffix();
    if (a == b + 1)
        assert(!"shared");
    assert(!"apart");
    return 0;
}
