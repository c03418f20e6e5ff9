// What realloc cannot enlarge is still there.
#include <stdio.h>
#include <stdlib.h>

char *read_all(FILE *file) {
    size_t room = 16, length = 0;
    char *text = malloc(room); // expect: memory-leak
    int c;
    if (text == NULL)
        return NULL;
    while ((c = fgetc(file)) != EOF) {
        if (length == room) {
            text = realloc(text, room *= 2); // expect: memory-leak
            if (text == NULL)
                return NULL;
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
