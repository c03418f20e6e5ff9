// A function of one's own hands its arguments on in a list.
#include <stdarg.h>
#include <stdio.h>

static void report(const char *format, ...) {
    va_list values;
    va_start(values, format);
    vfprintf(stderr, format, values); // expect: format-mismatch
    va_end(values);
}

int main(int argc, char **argv) {
    long size = argc;
    (void)argv;
    report("%d of %s\n", size, "the list");
    return 0;
}
