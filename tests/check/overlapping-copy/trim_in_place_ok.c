// Leading blanks are cut off by copying a string onto itself.
#include <stdio.h>
#include <string.h>

static void trim(char *text) {
    char *start = text;
    while (*start == ' ')
        start++;
    if (start != text)
        memmove(text, start, strlen(start) + 1);
}

int main(void) {
    char line[] = "  spaced";
    trim(line);
    puts(line);
    return 0;
}
