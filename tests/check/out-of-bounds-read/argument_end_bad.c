// An argument ends where its text does, and so does the table of arguments.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc == 1)
        return argv[2] == NULL; // expect: out-of-bounds-read
    if (strlen(argv[1]) == 2)
        putchar(argv[1][5]); // expect: out-of-bounds-read
    return 0;
}
