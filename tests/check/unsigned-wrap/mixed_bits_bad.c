// A number that is put together from bytes is one.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    unsigned char bytes[4];
    if (fread(bytes, 1, 4, stdin) != 4) return 1;
    uint32_t count = (uint32_t)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
    uint32_t size = count * 12 + 8; // expect: unsigned-wrap
    printf("%u\n", size);
    return 0;
}
