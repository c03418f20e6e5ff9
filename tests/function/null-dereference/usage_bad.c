// A name without a slash has no last slash.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

void usage(void) {
    const char *name = strrchr(program_invocation_short_name, '/');
    fprintf(stderr, "usage: %s [-v] FILE\n", &name[1]); // expect: null-dereference
}
