// An argument is used before anyone has counted them.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    (void)argc;
    size_t length = strlen(argv[1]); // expect: null-dereference
    printf("%d characters\n", (int)length);
    return 0;
}
