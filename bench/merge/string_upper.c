/* Turns a line into capitals and counts what it changed. */
#include <stdio.h>
int main(void) {
    char line[32]; int changed = 0;
    if (!fgets(line, sizeof line, stdin)) return 1;
    for (char *p = line; *p; p++) if (*p >= 'a' && *p <= 'z') { *p = (char)(*p - 32); changed++; }
    printf("%d %s", changed, line);
    return 0;
}
