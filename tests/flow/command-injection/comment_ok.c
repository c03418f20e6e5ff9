// What stands in a comment does nothing until the line ends.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char command[100];
    if (argc < 2 || strchr(argv[1], '\n') != NULL)
        return 1;
    snprintf(command, sizeof command, "/bin/ls # asked by %s", argv[1]);
    return system(command) != 0;
}
