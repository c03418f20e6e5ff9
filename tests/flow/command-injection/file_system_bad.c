// The first line of a file is run.
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
    char command[40];
    FILE *file = fopen("job", "r");
    if (file == NULL)
        return 1;
    int read = line(command, sizeof command, file);
    fclose(file);
    if (!read)
        return 1;
    return system(command) != 0; // expect: command-injection
}
