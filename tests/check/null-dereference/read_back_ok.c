// What a program has written to a file itself is what it reads there, not anything.
#include <stdio.h>

int main(void)
{
    int n = 0, *p = &n;
    FILE *f = fopen("numbers", "r+");
    if (!f)
        return 1;
    fputs("a", f);
    rewind(f);
    int c = getc(f);
    if (c == 'z')
        p = NULL;
    *p = 1;
    fclose(f);
    return n;
}
