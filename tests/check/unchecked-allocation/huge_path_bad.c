// There is no room for a path that may be so long.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    char *path = getcwd(NULL, SIZE_MAX);
    puts(path); // expect: unchecked-allocation
    free(path);
    return 0;
}
