// An overrun inside sprintf.
#include <stdio.h>
int main(void) {
    char out[8];
    sprintf(out, "%d-%d", 12345, 67890); // expect: buffer-overflow
    return out[0];
}
