// Splits its argument, "name=value", and prints it as "name is value".
//
// What to look for: a name of eight characters or more. The loop that copies it stops when
// the buffer is full, and leaves no room for the terminator that follows.
#include <stdio.h>

// Copies what comes before the "=", at most as much as there is room for; returns where it
// stopped.
static const char *copy_name(const char *from, char *name, size_t size) {
    size_t used = 0;
    while (*from != '=' && *from != '\0' && used < size)
        name[used++] = *from++;
    name[used] = '\0';
    return from;
}

static int print_setting(const char *setting) {
    char name[8];
    const char *rest = copy_name(setting, name, sizeof name);
    if (*rest != '=') {
        fprintf(stderr, "not a setting: %s\n", setting);
        return 1;
    }
    printf("%s is %s\n", name, rest + 1);
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("usage: settings NAME=VALUE\n", stderr);
        return 1;
    }
    return print_setting(argv[1]);
}
