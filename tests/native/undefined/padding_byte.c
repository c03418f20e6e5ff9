// A byte between members.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct s { char c; int i; char d; long l; char e; short t[9]; };

int main(void) {
    struct s a = { 1, 2, 3, 4, 5, { 6 } };
    const unsigned char *b = (const unsigned char *)&a;
    if (b[1])
        assert(!"set");
    assert(!"zero");
    return 0;
}
