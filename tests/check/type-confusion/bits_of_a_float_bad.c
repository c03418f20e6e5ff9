// The bits of a float through a union are fine; a wider type reads more than there is.
#include <stdint.h>
#include <stdio.h>

union bits {
    float number;
    uint32_t word;
};

int main(void) {
    float one = 1.0f;
    double wrong = *(double *)(void *)&one; // expect: type-confusion
    printf("%d\n", wrong > 1);
    return 0;
}
