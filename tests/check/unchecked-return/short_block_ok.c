// The last block of a file may be shorter than wanted; the rest is of the block before.
#include <stdio.h>

int main(void) {
    unsigned char block[4];
    FILE *file = fopen("data.txt", "rb");
    if (file == NULL)
        return 1;
    if (fread(block, 1, sizeof block, file) != sizeof block) {
        fclose(file);
        return 1;
    }
    printf("version %d\n", block[3]);
    if (fread(block, 1, sizeof block, file) == sizeof block)
        printf("flags %d\n", block[3]);
    fclose(file);
    return 0;
}
