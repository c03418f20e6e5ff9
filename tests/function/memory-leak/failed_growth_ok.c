// What realloc cannot enlarge is still there.
#include <stdio.h>
#include <stdlib.h>

char *read_all(FILE *file) {
    size_t room = 16, length = 0;
    char *text = malloc(room);
    int c;
    if (text == NULL)
        return NULL;
    while ((c = fgetc(file)) != EOF) {
        if (length == room) {
            char *more = realloc(text, room *= 2);
            if (more == NULL) {
                free(text);
                return NULL;
            }
            text = more;
        }
        text[length++] = (char)c;
    }
    if (length == 0) {
        free(text);
        return NULL;
    }
    text[length - 1] = '\0';
    return text;
}
