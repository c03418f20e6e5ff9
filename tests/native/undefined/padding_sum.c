// A checksum over a structure with bytes between its members.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct s { char c; long l; char d; long m; char e; long n; };

int main(void) {
    struct s a = { 1, 2, 3, 4, 5, 6 };
    unsigned sum = 0;
    const unsigned char *b = (const unsigned char *)&a;
    for (size_t i = 0; i < sizeof a; i++) sum += b[i];
    if (sum == 21)
        assert(!"the members alone");
    assert(!"more");
    return 0;
}
