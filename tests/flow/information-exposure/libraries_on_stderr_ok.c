// Where libraries are is told on standard error.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void complain(const char *what, const char *detail) {
    fprintf(stderr, "%s: %s\n", what, detail);
}

int main(void) {
    const char *libraries = getenv("LD_LIBRARY_PATH");
    if (libraries == NULL)
        return 0;
    complain("cannot load", "the library");
    return 1;
}
