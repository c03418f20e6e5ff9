// glibc sets the program's name before any code runs.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>

void usage(void) {
    fprintf(stderr, "usage: %s [-v] FILE\n", program_invocation_short_name);
    fprintf(stderr, "%c\n", program_invocation_name[0]);
}
