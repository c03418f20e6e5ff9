// A name of a note leads out of the directory of notes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    if (strchr(name, '/') != NULL)
        return 1;
    snprintf(path, sizeof path, "/srv/notes/%s", name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 1;
    return fclose(file);
}
