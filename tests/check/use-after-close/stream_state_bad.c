// Nothing may be asked of a stream that is closed.
#include <stdio.h>
#include <stdio_ext.h>

int main(void) {
    FILE *in = fopen("settings", "r");
    if (!in)
        return 1;
    int *never = NULL;
    if (!__freading(in) || __fwritable(in))
        *never = 1;
    if (__freadable(stdout) || !__freading(stdin))
        *never = 2;
    if (__fpending(stdout) > 100)
        __fpurge(stdout);
    fclose(in);
    if (__freading(in)) // expect: use-after-close
        return 2;
    return 0;
}
