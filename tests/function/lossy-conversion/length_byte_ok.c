// A length that needs two bytes.
#include <stdio.h>
#include <stdint.h>
#include <string.h>

int put_length(uint8_t *into, int length) {
    if (length > 255)
        return -1;
    uint8_t byte = length;
    into[0] = byte;
    return 1;
}

uint8_t low_byte(int number) {
    return (uint8_t)number;
}

uint16_t length_of(const char *text) {
    return (uint16_t)strlen(text);
}
