// The longest of the lines so far, which at first is none.
#include <stddef.h>
#include <string.h>

struct lines {
    char **texts;
    int count;
};

const char *longest(const struct lines *lines) {
    const char *best = NULL;
    for (int i = 0; i < lines->count; i++)
        if (best == NULL || strlen(lines->texts[i]) > strlen(best))
            best = lines->texts[i];
    return best;
}

size_t width(const struct lines *lines) {
    size_t width = 0;
    if (lines->texts == NULL)
        width = strlen(lines->texts[0]); // expect: null-dereference
    for (int i = 0; i < lines->count; i++) {
        size_t length = strlen(lines->texts[i]);
        if (length > width)
            width = length;
    }
    return width;
}

size_t longest_width(const struct lines *lines) {
    return strlen(longest(lines));
}
