// The input names the library that is loaded.
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
    char name[20];
    if (!line(name, sizeof name, stdin))
        return 1;
    void *library = dlopen(name[0] == 'a' ? "/usr/lib/a.so" : "/usr/lib/b.so", RTLD_NOW);
    return library == NULL;
}
