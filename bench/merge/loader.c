/* Lines that are kept in an array that grows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char **lines = NULL, line[64]; size_t count = 0, room = 0; int status = 0;
    while (!status && fgets(line, sizeof line, stdin)) {
        if (count == room) {
            size_t more = room ? room * 2 : 4;
            char **grown = realloc(lines, more * sizeof *lines);
            if (!grown) { status = 1; break; }
            lines = grown; room = more;
        }
        line[strcspn(line, "\n")] = 0;
        char *copy = malloc(strlen(line) + 1);
        if (!copy) { status = 1; break; }
        strcpy(copy, line);
        lines[count++] = copy;
    }
    for (size_t i = 0; i < count; i++) { puts(lines[i]); free(lines[i]); }
    free(lines);
    return status;
}
