// An environment variable that may not be set.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *editor = getenv("EDITOR");
    if (strcmp(editor, "ed") == 0) // expect: null-dereference
        puts("the standard editor");
    return 0;
}
