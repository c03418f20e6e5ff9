// strncpy leaves a string without its terminator if it just fits.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char tag[4];
    if (argc < 2)
        return 1;
    strncpy(tag, argv[1], sizeof tag);
    tag[sizeof tag - 1] = '\0';
    printf("%d\n", (int)strlen(tag));
    return 0;
}
