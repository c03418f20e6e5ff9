// A wrapper of vprintf is given a text as its format.
#include <stdarg.h>
#include <stdio.h>

static void report(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vprintf(format, args); // expect: format-string
    va_end(args);
}

int main(int argc, char **argv) {
    report("%d arguments\n", argc - 1);
    if (argc > 1)
        report(argv[1]);
    return 0;
}
