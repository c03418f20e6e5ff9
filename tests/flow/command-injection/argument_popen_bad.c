// An argument of the program is put into a command for popen.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char command[40];
    if (argc < 2 || strlen(argv[1]) > 12)
        return 1;
    strcpy(command, "/usr/bin/wc ");
    strcat(command, argv[1]);
    FILE *pipe = popen(command, "r"); // expect: command-injection
    if (pipe == NULL)
        return 1;
    return pclose(pipe) != 0;
}
