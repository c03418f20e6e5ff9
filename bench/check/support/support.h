// What the programs of this benchmark share: output, and conditions that a reader of one
// file cannot decide.
#ifndef SUPPORT_H
#define SUPPORT_H

#include <stddef.h>

// Never changed, but only a look at all files tells.
extern int support_true;
extern int support_five;
extern const int support_constant_true;

// Always 1, always 0, and either.
int support_returns_true(void);
int support_returns_false(void);
int support_returns_either(void);

void print_line(const char *line);
void print_int(int number);
void print_unsigned(unsigned number);
void print_long(long number);
void print_char(char character);
void print_bytes(const unsigned char *bytes, size_t size);

// What each program defines: its correct functions, then its flawed one.
void program(void);

#endif
