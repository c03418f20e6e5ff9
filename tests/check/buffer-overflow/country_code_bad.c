// A two-letter code from the command line goes into a buffer of four bytes.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char code[4];
    if (argc < 2)
        return 1;
    strcpy(code, argv[1]); // expect: buffer-overflow
    printf("country: %s\n", code);
    return 0;
}
