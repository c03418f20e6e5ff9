// A block of a file may be shorter than wanted.
#include <stdio.h>

int main(void) {
    unsigned char block[4] = {0};
    FILE *file = fopen("data.txt", "rb");
    if (file == NULL)
        return 1;
    fread(block, 1, sizeof block, file);
    printf("version %d\n", block[3]); // expect-missing: unchecked-return
    fclose(file);
    return 0;
}
