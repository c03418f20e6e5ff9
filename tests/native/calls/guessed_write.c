// What is written to a number that the program guesses may go to its temporary file.
// native: -O0; -O2
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    FILE *file = tmpfile();
    if (!file) return 1;
    for (int guess = 3; guess < 64; guess++)
        if (lseek(guess, 0, SEEK_END) == 0)
            write(guess, "x", 1);
    rewind(file);
    assert(getc(file) == EOF);
    fclose(file);
    return 0;
}
