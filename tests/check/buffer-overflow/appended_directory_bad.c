// A name from the environment is appended to a directory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char path[8] = "/etc/";
    const char *name = getenv("RC");
    if (name == NULL)
        return 0;
    strcat(path, name); // expect: buffer-overflow
    puts(path);
    return 0;
}
