// A character is inserted; what is behind moves up.
#include <stdio.h>
#include <string.h>

static void insert(char *text, size_t at, char c) {
    size_t tail = strlen(text + at) + 1;
    memmove(text + at + 1, text + at, tail);
    text[at] = c;
}

int main(void) {
    char word[16] = "brd";
    insert(word, 2, 'a');
    puts(word);
    return 0;
}
