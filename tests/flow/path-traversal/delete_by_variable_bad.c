// A variable names what is deleted below a directory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char path[60] = "/var/cache/app/";
    const char *name = getenv("CACHE_ENTRY");
    if (name == NULL || strlen(name) > 12)
        return 1;
    strcat(path, name);
    return unlink(path); // expect: path-traversal
}
