// The bits of a float through a union are fine; a wider type reads more than there is.
#include <stdint.h>
#include <stdio.h>

union bits {
    float number;
    uint32_t word;
};

int main(void) {
    float one = 1.0f;
    union bits bits = {.number = one};
    printf("%x\n", (unsigned)bits.word);
    return 0;
}
