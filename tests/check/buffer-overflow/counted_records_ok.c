// Blocks of a number of records that the input gives, read in one go.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    uint16_t count;
    for (int part = 0; part < 2; part++) {
        if (fread(&count, sizeof count, 1, stdin) != 1 || count == 0) return 1;
        char *records = malloc(count * (size_t)4);
        if (records == NULL) return 1;
        if (fread(records, 4, count, stdin) != count) puts("short");
        free(records);
    }
    return 0;
}
