// The second file fails to open, and the first stays open.
#include <stdio.h>

int main(void) {
    int c;
    FILE *in = fopen("input.txt", "r");
    if (in == NULL)
        return 1;
    FILE *out = fopen("app.log", "w");
    if (out == NULL) {
        fclose(in);
        return 1;
    }
    if ((c = fgetc(in)) != EOF)
        fputc(c, out);
    fclose(out);
    fclose(in);
    return 0;
}
