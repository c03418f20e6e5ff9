// Quotes around the input do not help if it can hold one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int line(char *to, int room, FILE *from) {
    if (fgets(to, room, from) == NULL)
        return 0;
    to[strcspn(to, "\n")] = '\0';
    return 1;
}

int main(void) {
    char name[20], command[40];
    if (!line(name, sizeof name, stdin))
        return 1;
    snprintf(command, sizeof command, "/bin/ls '%s'", name);
    return system(command) != 0; // expect: command-injection
}
