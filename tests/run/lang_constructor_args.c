// Constructors receive the arguments of main.
// args: one two
#include <stdio.h>

static int count;
static const char *last;

__attribute__((constructor)) static void before(int argc, char **argv, char **envp) {
    count = argc;
    last = argv[argc - 1];
    (void)envp;
}

int main(int argc, char **argv) {
    printf("%d %d %s %s\n", argc, count, last, argv[1]);
    return 0;
}
