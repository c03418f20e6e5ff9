// A variable of the environment is appended to a command.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char command[200] = "/bin/ls ";
    const char *where = getenv("LIST_DIR");
    if (where == NULL)
        return 1;
    strncat(command, where, 100);
    return system(command) != 0; // expect: command-injection
}
