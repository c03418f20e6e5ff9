// What was written may get lost as late as at the end.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *out = fopen("out", "w");
    if (!out)
        return 1;
    fputs("text", out);
    if (fclose(out) != 0)
        return 1;
    return 0;
}
