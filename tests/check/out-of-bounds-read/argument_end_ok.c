// An argument ends where its text does, and so does the table of arguments.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argv[argc] != NULL)
        putchar(argv[argc][0]);
    if (argc == 1)
        return argv[1] == NULL;
    if (strlen(argv[1]) == 2)
        putchar(argv[1][2]);
    for (char *at = argv[1]; *at != '\0'; at++)
        putchar(*at);
    size_t length = strlen(argv[1]);
    if (length > 0)
        putchar(argv[1][length - 1]);
    return 0;
}
