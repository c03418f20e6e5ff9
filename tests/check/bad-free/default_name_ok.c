// A name is the heap's or a constant, and is freed either way.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char *name = argc > 1 ? strdup(argv[1]) : "anonymous";
    if (name == NULL)
        return 1;
    puts(name);
    if (argc > 1)
        free(name);
    return 0;
}
