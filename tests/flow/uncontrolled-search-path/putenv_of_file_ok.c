// A line of a file is put behind `PATH=`.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int line(char *to, int room, FILE *from) {
    if (fgets(to, room, from) == NULL)
        return 0;
    to[strcspn(to, "\n")] = '\0';
    return 1;
}

static char entry[60] = "PATH=";

int main(void) {
    FILE *file = fopen("settings", "r");
    if (file == NULL)
        return 1;
    int read = line(entry + 5, 50, file);
    fclose(file);
    if (!read)
        return 1;
    return putenv(entry[5] == 'l' ? "PATH=/usr/local/bin" : "PATH=/bin") != 0;
}
