// A constructor frees on failure and returns the pointer all the same.
#include <stdio.h>
#include <stdlib.h>

struct reader {
    int format;
};

static struct reader *reader_new(int format) {
    struct reader *r = malloc(sizeof *r);
    if (r == NULL)
        return NULL;
    r->format = format;
    if (format != 'x' && format != 'y') {
        free(r);
        r = NULL;
    }
    return r;
}

int main(void) {
    struct reader *r = reader_new(getchar());
    if (r == NULL)
        return 1;
    printf("%c\n", r->format);
    free(r);
    return 0;
}
