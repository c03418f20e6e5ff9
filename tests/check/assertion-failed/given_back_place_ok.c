// A stream that a character was given back to stands before it.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *f = fopen("notes", "r");
    if (!f)
        return 1;
    int c = fgetc(f);
    if (c != EOF && ftell(f) == 1) {
        ungetc(c, f);
        assert(ftell(f) <= 0);
    }
    fclose(f);
    return 0;
}
