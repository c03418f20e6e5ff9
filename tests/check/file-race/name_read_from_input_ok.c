// The name comes from the input, and is checked and used by different functions.
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int is_small(const char *name) {
    struct stat status;
    return stat(name, &status) == 0 && status.st_size < 1000;
}

static int first_of(const char *name) {
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        return -1;
    }
    struct stat status;
    if (fstat(fileno(file), &status) != 0 || status.st_size >= 1000) {
        fclose(file);
        return -1;
    }
    int first = fgetc(file);
    fclose(file);
    return first;
}

int main(void) {
    char name[40];
    if (fgets(name, sizeof name, stdin) == NULL) {
        return 1;
    }
    name[strcspn(name, "\n")] = '\0';
    if (!is_small(name)) {
        return 1;
    }
    return first_of(name) == '#';
}
