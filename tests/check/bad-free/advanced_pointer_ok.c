// Leading blanks are skipped with the pointer that is freed later.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = strdup("  indented");
    if (line == NULL)
        return 1;
    char *text = line;
    while (*text == ' ')
        text++;
    puts(text);
    free(line);
    return 0;
}
