// The length of a file is -1 where it cannot be told.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    FILE *file = fopen("notes.txt", "rb");
    if (!file)
        return 1;
    long length = fseek(file, 0, SEEK_END) ? 0 : ftell(file);
    fclose(file);
    if (length < 0 || length > 100)
        return 1;
    char *text = malloc(length);
    free(text);
    return 0;
}
