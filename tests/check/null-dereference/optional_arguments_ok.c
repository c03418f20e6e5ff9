// Null where the library allows it: no prefix for a message, and no text where nothing of it is copied.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : NULL;
    perror(name);
    perror(NULL);
    char *nothing = strndup(NULL, 0);
    char *start = strndup(name, name ? 4 : 0);
    free(start);
    free(nothing);
    return 0;
}
