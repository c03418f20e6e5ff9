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
        slice.length = 1;
    return slice.start[0]; // expect: null-dereference
}

int corner(struct view view) {
    if (view.cells == NULL)
        return view.cells[0]; // expect: null-dereference
    return view.cells[view.rows * view.columns - 1];
}
