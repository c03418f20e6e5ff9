// A shared text is freed when its count drops to zero; one holder forgot to count.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    int references;
    char body[12];
};

static void release(struct text *t) {
    if (--t->references == 0)
        free(t);
}

static struct text *share(struct text *t) {
    return t;
}

int main(void) {
    struct text *first = malloc(sizeof *first);
    if (first == NULL)
        return 1;
    first->references = 1;
    strcpy(first->body, "shared");
    struct text *second = share(first);
    release(first);
    puts(second->body); // expect: use-after-free
    return 0;
}
