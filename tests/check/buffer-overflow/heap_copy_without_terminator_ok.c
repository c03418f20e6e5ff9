// A string is copied to the heap; its terminator needs room too.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *duplicate(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    if (copy == NULL)
        return NULL;
    strcpy(copy, text);
    return copy;
}

int main(int argc, char **argv) {
    char *copy = duplicate(argc > 1 ? argv[1] : "nobody");
    if (copy == NULL)
        return 1;
    puts("copied");
    free(copy);
    return 0;
}
