// What unknown code does not see is the program's own to free.
#include <stdio.h>
#include <stdlib.h>

void keep(const void *what);

int main(void) {
    char *name = malloc(8);
    char *other = malloc(8); // expect: memory-leak
    if (name == NULL || other == NULL) {
        free(name);
        free(other);
        return 1;
    }
    keep(name);
    puts("kept");
    return 0;
}
