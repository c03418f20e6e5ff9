// A file with a name may be a pipe, which cannot say where it stands.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *f = fopen("notes", "r");
    if (!f)
        return 1;
    assert(ftell(f) == 0); // expect: assertion-failed
    fclose(f);
    return 0;
}
