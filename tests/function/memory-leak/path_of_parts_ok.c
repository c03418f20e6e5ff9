// A path is joined of two parts.
#include <stdlib.h>
#include <string.h>

char *join(const char *directory, const char *name) {
    size_t a = strlen(directory), b = strlen(name);
    char *path = malloc(a + b + 2);
    if (path == NULL)
        return NULL;
    memcpy(path, directory, a);
    path[a] = '/';
    memcpy(path + a + 1, name, b + 1);
    if (b == 0)
        path[a] = '\0';
    return path;
}

int exists_in(const char *directory, const char *name, int (*test)(const char *path)) {
    char *path = join(directory, name);
    if (path == NULL)
        return 0;
    int found = test(path);
    free(path);
    return found;
}
