// A file says how long its record is.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    uint32_t length;
    FILE *file = fopen("data.txt", "rb");
    if (file == NULL)
        return 1;
    char *record = NULL;
    if (fread(&length, sizeof length, 1, file) != 1)
        goto out;
    record = malloc(length); // expect: uncontrolled-allocation
    if (record == NULL)
        goto out;
    printf("%u bytes\n", (unsigned)length);
out:
    free(record);
    fclose(file);
    return 0;
}
