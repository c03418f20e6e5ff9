// The newline of a line is cut off; a line of a binary file may begin with a null byte.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[16];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    line[strcspn(line, "\n")] = '\0';
    printf("[%s]\n", line);
    return 0;
}
