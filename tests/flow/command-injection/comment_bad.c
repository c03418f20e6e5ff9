// A new line ends the comment.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char command[100];
    if (argc < 2)
        return 1;
    snprintf(command, sizeof command, "/bin/ls # asked by %s", argv[1]);
    return system(command) != 0; // expect: command-injection
}
