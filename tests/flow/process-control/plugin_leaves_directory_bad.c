// A plugin is meant to be in a directory, and its name can leave that.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dlfcn.h>
static int line(char *to, int room, FILE *from) {
    if (fgets(to, room, from) == NULL)
        return 0;
    to[strcspn(to, "\n")] = '\0';
    return 1;
}

int main(void) {
    char name[20], path[60];
    if (!line(name, sizeof name, stdin))
        return 1;
    snprintf(path, sizeof path, "/usr/lib/app/%s", name);
    void *library = dlopen(path, RTLD_NOW); // expect: process-control
    return library == NULL;
}
