// The depth of a line is the number of blanks before it.
#include <stdio.h>

int main(void) {
    char line[4];
    int lines[2] = {0, 0};
    while (fgets(line, sizeof line, stdin)) {
        int depth = 0;
        while (line[depth] == ' ')
            depth++;
        if (depth < 2) lines[depth] = 1;
    }
    return lines[0];
}
