// A copy of a name is shortened in place.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = strdup("margay.c");
    if (name == NULL)
        return 1;
    name[strlen("margay")] = '\0';
    puts(name);
    free(name);
    return 0;
}
