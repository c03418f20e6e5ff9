// An empty buffer has no first byte, and a missing one neither.
#include <stddef.h>

struct buffer {
    unsigned char *bytes;
    size_t length;
};

int first_byte(const struct buffer *buffer) {
    if (buffer == NULL && buffer->length == 0) // expect: null-dereference
        return -1;
    return buffer->bytes[0];
}

int last_byte(const struct buffer *buffer) {
    return buffer->length == 0 ? -1 : buffer->bytes[buffer->length - 1];
}
