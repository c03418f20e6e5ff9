// An option takes the next argument, which may be the end of them all.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *output = NULL;
    for (int i = 1; argv[i] != NULL; i++)
        if (strcmp(argv[i], "-o") == 0 && i + 1 < argc) {
            i++;
            output = argv[i];
        }
    printf("%d arguments, output %s\n", argc - 1, output != NULL ? output : "-");
    return 0;
}
