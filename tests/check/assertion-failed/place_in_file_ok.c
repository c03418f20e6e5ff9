// Where a file stands follows from what was sought and read.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("notes", "r");
    if (!file)
        return 1;
    char text[4];
    if (fseek(file, 10, SEEK_SET) == 0) {
        size_t count = fread(text, 1, 4, file);
        assert(ftell(file) == 10 + (long)count);
        rewind(file);
        long start = ftell(file);
        assert(start == 0);
    }
    fclose(file);
    return 0;
}
