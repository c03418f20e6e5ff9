// A number that the program guesses may be the one of its stream.
// native: -O0; -O2
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    FILE *file = fopen("/proc/self/exe", "r");
    if (!file) return 1;
    for (int guess = 3; guess < 64; guess++)
        lseek(guess, 1, SEEK_CUR);
    assert(ftell(file) == 0);
    fclose(file);
    return 0;
}
