// A count in the header of a file is believed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned count;
    unsigned sum = 1;
    FILE *file = fopen("data", "rb");
    if (file == NULL)
        return 1;
    unsigned long read = fread(&count, sizeof count, 1, file);
    fclose(file);
    if (read != 1)
        return 1;
    if (count > 1000)
        return 1;
    for (unsigned i = 0; i < count; i++)
        sum = sum * 3u % 1000u;
    printf("%u\n", sum);
    return 0;
}
