// Bytes between members of a constant that a variable is set from.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct s { char c; int i; };

int main(void) {
    struct s a = { 1, 2 }, b = { 1, 2 };
    if (memcmp(&a, &b, sizeof a) == 0)
        assert(!"the same");
    assert(!"others");
    return 0;
}
