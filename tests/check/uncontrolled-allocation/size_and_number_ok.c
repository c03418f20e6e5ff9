// Both the size of a file and the number from the input are bounded.
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int main(void) {
    struct stat info;
    unsigned copies;
    if (scanf("%u", &copies) != 1 || copies > 16 || stat("image", &info) != 0 || info.st_size > 100) return 1;
    char *images = malloc(((size_t)info.st_size + copies) * 1000);
    free(images);
    return 0;
}
