// Options of a command line that another file hands over.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    const char *output;
    int level;
    char **rest;
};

int parse(struct options *options, int argc, char **argv) {
    int i;
    options->output = NULL;
    options->level = 0;
    for (i = 1; i < argc && argv[i][0] == '-'; i++) {
        switch (argv[i][1]) {
        case 'o':
            options->output = argv[++i];
            break;
        case 'v':
            options->level++;
            break;
        default:
            return -1;
        }
    }
    options->rest = argv + i;
    return 0;
}

int open_output(struct options *options) {
    if (options->output == NULL)
        options->level = 0;
    return options->output[0] == '-'; // expect: null-dereference
}

int run(int argc, char **argv) {
    struct options options;
    if (parse(&options, argc, argv) != 0)
        return 1;
    return options.level > 0 && options.rest[0] != NULL;
}
