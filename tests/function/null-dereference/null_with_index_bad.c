// An array that is not there has no element, whichever it is.
#include <stddef.h>

struct vector {
    int *items;
    size_t length;
};

int at(const struct vector *vector, size_t index) {
    if (vector->items == NULL)
        return vector->items[index]; // expect: null-dereference
    return vector->items[index];
}

int last(const struct vector *vector) {
    return vector->items[vector->length - 1];
}
