// The search path is printed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *path = getenv("HOME");
    if (path != NULL)
        printf("%s\n", path);
    return 0;
}
