// Only the first character is looked at.
#include <stdio.h>

int main(void) {
    char line[16];
    if (fgets(line, sizeof line, stdin) == NULL || line[0] == '%')
        return 1;
    printf(line); // expect: format-string
    return 0;
}
