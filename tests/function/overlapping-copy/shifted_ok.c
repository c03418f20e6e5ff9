// Elements move up by one place.
#include <string.h>

struct array {
    int items[8];
    int count;
};

void insert_front(struct array *array, int item) {
    int *items = array->items;
    if (array->count > 1 && array->count < 8)
        memmove(items + 1, items, (size_t)array->count * sizeof *items);
    items[0] = item;
}

void copy(char *to, const char *from, size_t length) {
    memcpy(to, from, length);
}

void exchange(char *a, char *b, char *scratch, size_t length) {
    memcpy(scratch, a, length);
    memcpy(a, b, length);
    memcpy(b, scratch, length);
}
