// The reader is chosen by a pointer to a function.
// flags: -std=gnu99
#include <stdio.h>

static char *(*const reader)(char *) = gets;

int main(void) {
    char word[100];
    if (reader(word) != NULL) // expect: dangerous-function
        puts("read");
    return 0;
}
