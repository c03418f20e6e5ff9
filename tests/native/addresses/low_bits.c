// The low bits of a byte array that nothing aligns.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char first[3];
char second[5] = "abcd";
char third[3];

int main(void) {
    // At most one of three arrays of odd sizes in a row begins at a multiple of four, or none does.
    int aligned = ((uintptr_t)first & 3) == 0 && ((uintptr_t)second & 3) == 0 && ((uintptr_t)third & 3) == 0;
    if (aligned) assert(!"all aligned");
    assert(aligned);
    return 0;
}
