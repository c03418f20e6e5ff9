// The position of a stream is unspecified where more was given back than was read.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *f = fopen("notes", "r");
    if (!f)
        return 1;
    int c = fgetc(f);
    if (ungetc('a', f) != EOF && fseek(f, 5, SEEK_CUR) == 0 && c != EOF)
        assert(ftell(f) != 5); // expect: assertion-failed
    fclose(f);
    return 0;
}
