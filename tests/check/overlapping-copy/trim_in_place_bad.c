// Leading blanks are cut off by copying a string onto itself.
#include <stdio.h>
#include <string.h>

static void trim(char *text) {
    char *start = text;
    while (*start == ' ')
        start++;
    if (start != text)
        strcpy(text, start); // expect: overlapping-copy
}

int main(void) {
    char line[] = "  spaced";
    trim(line);
    puts(line);
    return 0;
}
