// A file is closed on the way that reads it, and on the way that does not.
#include <stdio.h>

int main(void) {
    char line[16];
    FILE *file = fopen("notes.txt", "r"); // expect: resource-leak
    if (file == NULL)
        return 1;
    if (fgets(line, sizeof line, file) == NULL)
        return 1;
    printf("%s", line);
    fclose(file);
    return 0;
}
