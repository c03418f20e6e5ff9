// An error path frees, and so does the end that it falls through to.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int status = 0;
    char *buffer = malloc(8);
    if (buffer == NULL)
        return 1;
    if (fgets(buffer, 8, stdin) == NULL) {
        status = 1;
    } else {
        printf("%s", buffer);
    }
    free(buffer);
    return status;
}
