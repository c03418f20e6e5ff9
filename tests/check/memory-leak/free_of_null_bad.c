// free takes null, so one exit serves all; but only if it is reached.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char *a = NULL, *b = NULL;
    int status = 1;
    if (argc < 2)
        goto out;
    a = strdup(argv[1]); // expect: memory-leak
    if (a == NULL)
        goto out;
    if (a[0] == '\0')
        return status;
    b = strdup(a);
    if (b == NULL)
        goto out;
    puts(b);
    status = 0;
out:
    free(b);
    free(a);
    return status;
}
