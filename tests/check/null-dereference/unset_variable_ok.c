// An environment variable that may not be set.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *editor = getenv("EDITOR");
    if (editor == NULL)
        editor = "vi";
    if (strcmp(editor, "ed") == 0)
        puts("the standard editor");
    return 0;
}
