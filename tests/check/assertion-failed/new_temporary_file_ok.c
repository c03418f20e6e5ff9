// There is nothing in a temporary file, and it has its end at once.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = tmpfile();
    if (!file)
        return 1;
    int first = getc(file);
    fclose(file);
    assert(first == EOF);
    return 0;
}
