// A file that may not be there is read.
#include <stdio.h>

int main(void) {
    char line[16];
    FILE *file = fopen("config.txt", "r");
    if (fgets(line, sizeof line, file) != NULL) // expect: unchecked-allocation
        printf("%s", line);
    fclose(file);
    return 0;
}
