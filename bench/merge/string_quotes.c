/* Splits at commas outside of quotes. */
#include <stdio.h>
int main(void) {
    char line[20]; int fields = 1, quoted = 0;
    if (!fgets(line, sizeof line, stdin)) return 1;
    for (int i = 0; line[i]; i++) { if (line[i] == '"') quoted = !quoted; else if (line[i] == ',' && !quoted) fields++; }
    if (quoted) return 2;
    printf("%d\n", fields);
    return 0;
}
