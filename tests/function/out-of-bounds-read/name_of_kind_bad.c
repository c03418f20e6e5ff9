// Names for the values of an enumeration.
#include <stddef.h>

enum color { RED, GREEN, BLUE, COLORS };

static const char *const names[] = {"red", "green", "blue"};

const char *name_of(enum color color) {
    if (color >= COLORS)
        return names[color]; // expect: out-of-bounds-read
    return names[color];
}

int weight_of(int kind) {
    static const int weights[4] = {1, 2, 4, 8};
    int index;
    switch (kind) {
    case 'a':
        index = 0;
        break;
    case 'b':
        index = 2;
        break;
    default:
        index = 4;
    }
    return weights[index]; // expect: out-of-bounds-read
}
