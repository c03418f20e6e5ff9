// A stream that a caller has opened.
#define _GNU_SOURCE
#include <stdio.h>

int finish(FILE *in) {
    fclose(in);
    return ferror_unlocked(in); // expect: use-after-close
}
