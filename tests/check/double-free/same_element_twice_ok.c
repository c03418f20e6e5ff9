// An array of strings is freed; two elements are the same string.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *names[3] = {strdup("ann"), strdup("bob"), NULL};
    if (names[0] == NULL || names[1] == NULL) {
        free(names[0]);
        free(names[1]);
        return 1;
    }
    names[2] = strdup(names[0]);
    puts(names[1]);
    for (int i = 0; i < 3; i++)
        free(names[i]);
    return 0;
}
