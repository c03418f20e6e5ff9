// A format from the input without a conversion prints what it is.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[16];
    if (fgets(line, sizeof line, stdin) == NULL || strchr(line, '%') != NULL)
        return 1;
    printf(line);
    return 0;
}
