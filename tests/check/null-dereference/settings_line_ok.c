// A line of a settings file need not have a value.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[16];
    FILE *file = fopen("config.txt", "r");
    if (file == NULL)
        return 1;
    while (fgets(line, sizeof line, file) != NULL) {
        char *equals = strchr(line, '=');
        if (equals == NULL)
            continue;
        if (equals[1] == '1')
            puts("on");
    }
    fclose(file);
    return 0;
}
