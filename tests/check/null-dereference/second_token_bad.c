// The second word of a line that may have one only.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[16];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    char *verb = strtok(line, " \n");
    if (verb == NULL)
        return 1;
    char *object = strtok(NULL, " \n");
    if (object[0] == '#') // expect: null-dereference
        puts("by number");
    return 0;
}
