// Numbers that wrap around on purpose, and one that does not.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

uint32_t hash(const unsigned char *bytes, size_t length) {
    uint32_t value = 2166136261u;
    while (length--)
        value = (value ^ *bytes++) * 16777619u;
    return value;
}

unsigned lowest_bit(unsigned value) {
    return value & -value;
}

void reverse(int *numbers, size_t count) {
    for (size_t i = count / 2; i-- > 0;) {
        int kept = numbers[i];
        numbers[i] = numbers[count - 1 - i];
        numbers[count - 1 - i] = kept;
    }
}

unsigned before(unsigned index, unsigned mask) {
    if (index == 0)
        return (index - 1) & mask;
    return index - 1;
}

uint16_t checksum(const uint16_t *words, int count) {
    uint32_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += words[i];
    while (sum >> 16)
        sum = (sum & 0xffff) + (sum >> 16);
    return (uint16_t)~sum;
}

void show_room(unsigned limit, unsigned used) {
    if (used > limit)
        printf("%u left\n", limit - used); // expect-missing: unsigned-wrap
    else
        printf("%u left\n", limit - used);
}
