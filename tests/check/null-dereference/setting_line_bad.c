// A line without its newline is the last one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = NULL;
    size_t room = 0;
    ssize_t length = getline(&line, &room, stdin);
    if (length > 0 && line[length - 1] != '\n' && getline(&line, &room, stdin) > 0)
        abort();
    if (length > 0) {
        char *value = strchr(line, '=');
        *value = '\0'; // expect: null-dereference
    }
    free(line);
    return 0;
}
