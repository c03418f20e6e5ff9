// A block of a file may be shorter than wanted.
#include <stdio.h>

int main(void) {
    unsigned char block[4] = {0};
    FILE *file = fopen("data.txt", "rb");
    if (file == NULL)
        return 1;
    if (fread(block, 1, sizeof block, file) == sizeof block)
        printf("version %d\n", block[3]);
    fclose(file);
    return 0;
}
