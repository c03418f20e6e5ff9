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
        puts("unknown format");
    }
    return r;
}

int main(void) {
    struct reader *r = reader_new(getchar());
    if (r == NULL)
        return 1;
    printf("%c\n", r->format); // expect: use-after-free
    if (r->format == 'x' || r->format == 'y')
        free(r);
    return 0;
}
