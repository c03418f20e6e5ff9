// The reader is chosen by a pointer to a function.
// flags: -std=gnu99
#include <stdio.h>

static char *(*const reader)(char *, int, FILE *) = fgets;

int main(void) {
    char word[100];
    if (reader(word, sizeof word, stdin) != NULL)
        puts("read");
    return 0;
}
