// A word of a line goes to a block whose size was read: it may have fifteen characters.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned size;
    char line[16];
    if (scanf("%u", &size) != 1 || size > 64)
        return 1;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    char *word = malloc(size);
    if (!word)
        return 1;
    if (size >= 16 && sscanf(line, "%s", word) == 1)
        puts(word);
    free(word);
    return 0;
}
