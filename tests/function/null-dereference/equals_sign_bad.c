// A setting is split at its equals sign.
#include <stdio.h>
#include <string.h>

char *value_of(char *setting) {
    char *equals = strchr(setting, '=');
    if (equals == NULL)
        fprintf(stderr, "%s has no value\n", setting);
    *equals = '\0'; // expect: null-dereference
    return equals + 1;
}

const char *base_name(const char *path) {
    return strrchr(path, '/') + 1;
}

int second_field(char *line) {
    strtok(line, ",");
    char *second = strtok(NULL, ",");
    return second[0];
}
