// A file stands at its start when it is opened, unless it is opened to append, and where it was told to go.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("notes", "a");
    if (!file)
        return 1;
    long at = ftell(file);
    if (at != -1)
        assert(at == 0); // expect: assertion-failed
    fclose(file);
    return 0;
}
