// A table of commands ends in an empty entry.
#include <stddef.h>
#include <string.h>

struct command {
    const char *name;
    int (*run)(int argc, char **argv);
};

static int help(int argc, char **argv) {
    return argc > 1 ? argv[1][0] : 0;
}

static const struct command commands[] = {{"help", help}, {NULL, NULL}};

int run(int argc, char **argv) {
    const struct command *command = commands;
    while (command->name != NULL && strcmp(command->name, argv[0]) != 0)
        command++;
    if (command->name == NULL)
        return -1;
    return command->run(argc, argv);
}
