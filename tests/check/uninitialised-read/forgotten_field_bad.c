// One member of a structure is set on one way only.
#include <stdio.h>

struct request {
    int method;
    int length;
    int urgent;
};

static void fill(struct request *r, int c) {
    r->method = c;
    r->length = 0;
    if (c == 'P')
        r->urgent = 1;
}

int main(void) {
    struct request r;
    fill(&r, getchar());
    if (r.urgent) // expect: uninitialised-read
        puts("urgent");
    printf("%d\n", r.length);
    return 0;
}
