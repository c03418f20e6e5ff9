// A set of numbers below 128.
#include <limits.h>

static unsigned words[4];

void include(int number) {
    words[number / 32] |= 1u << (number % 32);
}

int contains(int number) {
    return words[number >> 5] >> (number & 31) & 1;
}

void exclude(int number) {
    if (number >= 128)
        return;
    words[number / 32] &= ~(1 << (number & 31));
}
