// A name may lead into a directory, and up twice from there.
#include <stdio.h>
#include <string.h>

int main(void) {
    char name[16], path[40];
    if (fgets(name, sizeof name, stdin) == NULL)
        return 1;
    name[strcspn(name, "\n")] = '\0';
    if (name[0] == '.' || name[0] == '/')
        return 1;
    snprintf(path, sizeof path, "/srv/data/%s", name);
    FILE *file = fopen(path, "r"); // expect: path-traversal
    if (file != NULL)
        fclose(file);
    return 0;
}
