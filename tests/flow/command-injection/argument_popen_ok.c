// An argument of the program is put into a command for popen.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_word(const char *text) {
    for (; *text != '\0'; text++)
        if (*text < 'a' || *text > 'z')
            return 0;
    return 1;
}

int main(int argc, char **argv) {
    char command[40];
    if (argc < 2 || strlen(argv[1]) > 12)
        return 1;
    if (!is_word(argv[1]))
        return 1;
    strcpy(command, "/usr/bin/wc ");
    strcat(command, argv[1]);
    FILE *pipe = popen(command, "r");
    if (pipe == NULL)
        return 1;
    return pclose(pipe) != 0;
}
