// A temporary file can be sought, and stands at its beginning.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *f = tmpfile();
    if (!f)
        return 1;
    assert(ftell(f) == 0);
    fclose(f);
    return 0;
}
