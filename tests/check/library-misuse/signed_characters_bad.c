// A `char` may be negative, and then it is no character that `isupper` knows.
#include <ctype.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int capitals = 0;
    if (argc < 2)
        return 1;
    for (const char *at = argv[1]; *at; at++)
        capitals += isupper(*at) != 0; // expect: library-misuse
    printf("%d\n", capitals);
    return 0;
}
