// The size given to fgets is not that of the buffer.
#include <stdio.h>

enum { LINE = 32, WORD = 8 };

static int read_line(char *buffer, int size) {
    return fgets(buffer, size, stdin) != NULL; // expect: buffer-overflow
}

int main(void) {
    char word[WORD];
    if (!read_line(word, LINE))
        return 1;
    printf("%s", word);
    return 0;
}
