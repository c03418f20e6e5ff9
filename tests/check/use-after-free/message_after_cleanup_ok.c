// An error message names what has just been freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char *name = strdup(argc > 1 ? argv[1] : "default");
    if (name == NULL)
        return 1;
    if (name[0] == '-') {
        fprintf(stderr, "bad name: %s\n", name);
        free(name);
        return 1;
    }
    puts(name);
    free(name);
    return 0;
}
