// A word is read by scanf with and without a width.
#include <stdio.h>
#include <string.h>

int main(void) {
    char command[6];
    if (scanf("%5s", command) != 1)
        return 1;
    if (strcmp(command, "quit") == 0)
        puts("bye");
    return 0;
}
