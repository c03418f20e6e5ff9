// The same by popen, of a text that was put together.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char command[40];
    strcpy(command, "date");
    strcat(command, " -u");
    FILE *pipe = popen(command, "r"); // expect: untrusted-search-path
    if (pipe == NULL)
        return 1;
    return pclose(pipe) != 0;
}
