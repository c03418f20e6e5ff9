// What a stream is able to do may be asked of any that is open.
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
    return 0;
}
