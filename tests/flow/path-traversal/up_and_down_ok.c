// A name may lead into a directory and back, not further.
#include <stdio.h>
#include <string.h>

int main(void) {
    char name[16], path[40];
    if (fgets(name, sizeof name, stdin) == NULL)
        return 1;
    name[strcspn(name, "\n")] = '\0';
    const char *up = strstr(name, "..");
    if (name[0] == '.' || name[0] == '/' || (up != NULL && strstr(up + 2, "..") != NULL))
        return 1;
    snprintf(path, sizeof path, "/srv/data/%s", name);
    FILE *file = fopen(path, "r");
    if (file != NULL)
        fclose(file);
    return 0;
}
