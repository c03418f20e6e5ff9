// What a helper answers says what it did, or does not.
#include <stdlib.h>

struct buffer {
    char *bytes;
    int length, is_shared;
};

static int drop(struct buffer *buffer) {
    if (buffer->is_shared)
        return 0;
    free(buffer->bytes);
    return 1;
}

static int try_drop(struct buffer *buffer) {
    if (buffer->length == 0)
        return 1;
    if (!buffer->is_shared) {
        free(buffer->bytes);
        return 1;
    }
    return 0;
}

int last_byte(struct buffer *buffer) {
    if (drop(buffer))
        return -1;
    return 0;
}

// It is free in one of two cases only.
int either(struct buffer *buffer) {
    if (try_drop(buffer))
        return buffer->bytes[0];
    return 0;
}

int unasked(struct buffer *buffer) {
    drop(buffer);
    return buffer->bytes[0];
}
