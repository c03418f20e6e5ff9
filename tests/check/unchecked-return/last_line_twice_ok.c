// The end of the file shows only when a line is missing: the last one is counted twice.
#include <stdio.h>

int main(void) {
    char line[8];
    int marks = 0;
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    for (int i = 0; i < 3 && !feof(stdin); i++) {
        if (line[0] == '#')
            marks++;
        if (fgets(line, sizeof line, stdin) == NULL)
            break;
    }
    printf("%d\n", marks);
    return 0;
}
