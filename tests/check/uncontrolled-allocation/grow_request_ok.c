// A buffer grows to whatever a request wants.
#include <stdio.h>
#include <stdlib.h>

struct buffer {
    char *data;
    unsigned capacity;
};

static int reserve(struct buffer *b, unsigned wanted) {
    if (wanted <= b->capacity)
        return 1;
    if (wanted > 65536)
        return 0;
    char *data = realloc(b->data, wanted);
    if (data == NULL)
        return 0;
    b->data = data;
    b->capacity = wanted;
    return 1;
}

int main(void) {
    struct buffer b = {NULL, 0};
    unsigned wanted;
    if (scanf("%u", &wanted) != 1)
        return 1;
    if (reserve(&b, wanted))
        printf("%u\n", b.capacity);
    free(b.data);
    return 0;
}
