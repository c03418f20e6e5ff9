// A copy of a name is shortened in place.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = strdup("margay.c");
    name[strlen("margay")] = '\0'; // expect: unchecked-allocation
    puts(name);
    free(name);
    return 0;
}
