// A file that may not be there is read.
#include <stdio.h>

int main(void) {
    char line[16];
    FILE *file = fopen("config.txt", "r");
    if (file == NULL)
        return 1;
    if (fgets(line, sizeof line, file) != NULL)
        printf("%s", line);
    fclose(file);
    return 0;
}
