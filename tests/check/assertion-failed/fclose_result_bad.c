// What was written may get lost as late as at the end.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *out = fopen("out", "w");
    if (!out)
        return 1;
    fputs("text", out);
    int lost = fclose(out);
    assert(!lost); // expect: assertion-failed
    return 0;
}
