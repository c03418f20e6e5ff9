// The shared part of the programs, as another file of each.
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

int support_true = 1;
int support_five = 5;
const int support_constant_true = 1;

int support_returns_true(void) { return 1; }

int support_returns_false(void) { return 0; }

int support_returns_either(void) { return rand() % 2; }

void print_line(const char *line) {
    if (line != NULL)
        printf("%s\n", line);
}

void print_int(int number) { printf("%d\n", number); }

void print_unsigned(unsigned number) { printf("%u\n", number); }

void print_long(long number) { printf("%ld\n", number); }

void print_char(char character) { printf("%02x\n", (unsigned)(unsigned char)character); }

void print_bytes(const unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        printf("%02x", bytes[i]);
    puts("");
}
