// What may be missing is asked for, one after the other.
#include <stddef.h>

struct inner {
    int value;
};

struct outer {
    struct inner *inner;
    struct outer *next;
};

int value(const struct outer *outer) {
    if (outer == NULL || outer->inner == NULL)
        return 0;
    return outer->inner->value;
}

int next_value(const struct outer *outer) {
    if (outer->next == NULL || outer->next->inner == NULL)
        return 0;
    return outer->next->inner->value;
}

int either(const struct outer *a, const struct outer *b) {
    if (a == NULL && b == NULL)
        return 0;
    if (a == NULL)
        return b->inner->value;
    if (b == NULL)
        return a->inner->value;
    return a->inner->value + b->inner->value;
}

int nth(const struct outer *outer, int n) {
    while (n-- > 0 && outer != NULL)
        outer = outer->next;
    return outer != NULL ? outer->inner->value : 0;
}
