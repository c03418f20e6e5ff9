/* Escapes into a buffer that is large enough. */
#include <stdio.h>
int main(void) {
    char line[16], out[33]; int n = 0;
    if (!fgets(line, sizeof line, stdin)) return 1;
    for (int i = 0; line[i]; i++) { if (line[i] == '\\' || line[i] == '"') out[n++] = '\\'; out[n++] = line[i]; }
    out[n] = 0;
    fputs(out, stdout);
    return 0;
}
