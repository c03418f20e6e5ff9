// Input may end behind its first line.
#include <stdio.h>

int show(FILE *file) {
    char line[16];
    if (fgets(line, sizeof line, file) == NULL)
        return -1;
    if (fgets(line, sizeof line, file) == NULL)
        return -1;
    return printf("second line: %s", line);
}

int copy_block(FILE *from, FILE *to) {
    unsigned char block[8];
    size_t count = fread(block, 1, sizeof block, from);
    return fwrite(block, 1, count, to) == count;
}
