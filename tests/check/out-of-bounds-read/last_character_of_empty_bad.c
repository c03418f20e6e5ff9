// The last character of an argument that may be empty.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    char directory[16];
    int n = snprintf(directory, sizeof directory, "%s", argv[1]);
    if (n < 0 || n >= (int)sizeof directory)
        return 1;
    if (directory[n - 1] == '/') // expect: out-of-bounds-read
        puts("ends in a slash");
    return 0;
}
