// What callers do not pass; and what this file passes itself.
#include <stdlib.h>

enum kind { SMALL, MIDDLE, LARGE };

static int size_of(enum kind kind) {
    switch (kind) {
    case SMALL:
        return 1;
    case MIDDLE:
        return 10;
    case LARGE:
        return 100;
    default:
        __builtin_unreachable(); // expect: unreachable-reached
    }
}

int largest(void) {
    return size_of(3);
}

int weight_of(enum kind kind) {
    switch (kind) {
    case SMALL:
        return 3;
    case MIDDLE:
        return 5;
    case LARGE:
        return 9;
    }
    __builtin_unreachable();
}

int price_of(enum kind kind) {
    switch (kind) {
    case SMALL:
        return 2;
    case MIDDLE:
    case LARGE:
        return 4;
    default:
        abort();
    }
}
