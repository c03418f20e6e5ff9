// A structure's buffer is allocated by one function and cleared by another.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
    char *data;
    size_t size;
};

static int buffer_open(struct buffer *b, size_t size) {
    b->data = malloc(size);
    b->size = size;
    return b->data != NULL;
}

static void buffer_clear(struct buffer *b) {
    memset(b->data, 0, b->size);
}

int main(void) {
    struct buffer b;
    if (!buffer_open(&b, 32))
        return 1;
    buffer_clear(&b);
    printf("%d\n", b.data[0]);
    free(b.data);
    return 0;
}
