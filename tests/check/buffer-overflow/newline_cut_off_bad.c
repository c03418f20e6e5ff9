// The newline of a line is cut off; a line of a binary file may begin with a null byte.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[16];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    line[strlen(line) - 1] = '\0'; // expect: buffer-overflow
    printf("[%s]\n", line);
    return 0;
}
