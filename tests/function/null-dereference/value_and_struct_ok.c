// A small structure is passed by value.
#include <stddef.h>

struct slice {
    const char *start;
    size_t length;
};

struct view {
    const char *name;
    int *cells;
    int rows, columns;
};

char first(struct slice slice) {
    if (slice.start == NULL)
        return '\0';
    return slice.start[0];
}

int corner(struct view view) {
    return view.cells[view.rows * view.columns - 1];
}
