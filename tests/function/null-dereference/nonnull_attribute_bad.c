// A parameter that must not be null.
#include <stdio.h>
#include <string.h>

struct label {
    const char *text;
    int width;
};

__attribute__((nonnull)) static int measure(const struct label *label, int least) {
    return label->width < least ? least : label->width; // expect: null-dereference
}

int width(const struct label *label) {
    if (label == NULL)
        return measure(label, 8);
    return measure(label, 0);
}

__attribute__((nonnull(1), returns_nonnull)) const char *text_of(const struct label *label) {
    return label->text;
}

size_t length(const struct label *label) {
    return strlen(text_of(label));
}
