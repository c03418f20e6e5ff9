// The size of a file is bounded, a number from the input is not.
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int main(void) {
    struct stat info;
    unsigned copies;
    if (scanf("%u", &copies) != 1 || stat("image", &info) != 0 || info.st_size > 100) return 1;
    char *images = malloc(((size_t)info.st_size + copies) * 1000); // expect: uncontrolled-allocation
    free(images);
    return 0;
}
