// A value of one of three kinds; nothing is stored for the first.
#include <stddef.h>
#include <string.h>

enum kind { NOTHING, NUMBER, TEXT };

struct value {
    enum kind kind;
    union {
        long number;
        const char *text;
    } as;
};

size_t width(struct value *value) {
    if (value->kind == NOTHING)
        value->as.text = NULL;
    if (value->kind == NUMBER)
        return 8;
    return strlen(value->as.text); // expect: null-dereference
}

long number(const struct value *value) {
    switch (value->kind) {
    case NUMBER:
        return value->as.number;
    case TEXT:
        return value->as.text[0];
    default:
        return 0;
    }
}
