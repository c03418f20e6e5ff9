// Lines until the end of the file: the check of the end does not bound their number.
#include <stdio.h>

int main(void) {
    char line[8], first[3];
    int count = 0;
    while (!feof(stdin)) {
        if (fgets(line, sizeof line, stdin) == NULL)
            break;
        first[count++] = line[0]; // expect: buffer-overflow
    }
    return count > 0 && first[0] == '#';
}
