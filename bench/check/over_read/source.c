// A buffer is filled in one file and printed in another, which takes more than there is.
// Flow: a pointer and a size as arguments, over three files.
#include "support.h"
#include "over_read.h"

#include <stdlib.h>
#include <string.h>

static unsigned char *make(size_t size) {
    unsigned char *bytes = malloc(size);
    if (bytes == NULL)
        exit(1);
    memset(bytes, 'A', size);
    return bytes;
}

static void bad(void) {
    unsigned char *bytes = make(16);
    over_read_bad_step(bytes, 32);
    free(bytes);
}

static void good(void) {
    unsigned char *bytes = make(32);
    over_read_good_step(bytes, 32);
    free(bytes);
}

void program(void) {
    good();
    bad();
}
