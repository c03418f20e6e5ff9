// Standard input becomes the search path.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int line(char *to, int room, FILE *from) {
    if (fgets(to, room, from) == NULL)
        return 0;
    to[strcspn(to, "\n")] = '\0';
    return 1;
}

int main(void) {
    char path[40];
    if (!line(path, sizeof path, stdin))
        return 1;
    return setenv("PATH", path, 1); // expect: uncontrolled-search-path
}
