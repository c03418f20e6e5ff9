/* Squeezes blanks in place. */
#include <stdio.h>
int main(void) {
    char line[24]; int to = 0, blank = 1;
    if (!fgets(line, sizeof line, stdin)) return 1;
    for (int from = 0; line[from]; from++) {
        if (line[from] == ' ') { if (!blank) line[to++] = ' '; blank = 1; }
        else { line[to++] = line[from]; blank = 0; }
    }
    line[to] = 0;
    puts(line);
    return 0;
}
