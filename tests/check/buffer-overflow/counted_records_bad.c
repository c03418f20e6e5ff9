// The number of records is taken as the number of bytes for the block.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    uint16_t count;
    for (int part = 0; part < 2; part++) {
        if (fread(&count, sizeof count, 1, stdin) != 1 || count == 0) return 1;
        char *records = malloc(count);
        if (records == NULL) return 1;
        if (fread(records, 4, count, stdin) != count) puts("short"); // expect: buffer-overflow
        free(records);
    }
    return 0;
}
