// What realloc gives back need not be where it was.
#include <stdlib.h>
#include <string.h>

struct text {
    char *bytes;
    size_t length, room;
};

int add(struct text *text, char c) {
    if (text->length == text->room) {
        char *old = text->bytes;
        char *bytes = realloc(old, text->room * 2 + 1);
        if (bytes == NULL)
            return -1;
        text->bytes = bytes;
        text->room = text->room * 2 + 1;
        old[text->length++] = c; // expect: use-after-free
        return 0;
    }
    text->bytes[text->length++] = c;
    return 0;
}

int add_text(struct text *text, const char *more) {
    size_t length = strlen(more);
    if (text->room - text->length < length) {
        char *bytes = realloc(text->bytes, text->length + length);
        if (bytes == NULL)
            return -1;
        text->bytes = bytes;
        text->room = text->length + length;
    }
    memcpy(text->bytes + text->length, more, length);
    text->length += length;
    return 0;
}
