// Masks of so many bits.
#include <stdint.h>

uint32_t low_mask(unsigned bits) {
    if (bits >= 32)
        return (1u << bits) - 1; // expect: bad-shift
    return (1u << bits) - 1;
}

uint32_t low_mask_known(unsigned bits) {
    return (1u << bits) - 1;
}

uint32_t rotate_left(uint32_t value, unsigned by) {
    return value << by | value >> (32 - by);
}

uint32_t rotate_right(uint32_t value, unsigned by) {
    if (by == 0)
        by = 32;
    return value >> by | value << (32 - by); // expect: bad-shift
}

int sign_of(int value) {
    return value >> 31 | (int)(-(unsigned)value >> 31);
}

uint64_t decode(const uint8_t *bytes) {
    uint64_t value = 0;
    unsigned shift = 0;
    while (*bytes & 0x80) {
        value |= (uint64_t)(*bytes++ & 0x7f) << shift;
        shift += 7;
    }
    return value | (uint64_t)*bytes << shift;
}
