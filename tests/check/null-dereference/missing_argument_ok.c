// An argument is used before anyone has counted them.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    size_t length = strlen(argv[1]);
    printf("%d characters\n", (int)length);
    return 0;
}
