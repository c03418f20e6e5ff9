// A table is searched up to a sentinel that must be there.
#include <stdio.h>

struct entry {
    int code;
    const char *text;
};

static const struct entry table[] = {
    {200, "ok"},
    {404, "not found"},
    {500, "error"},
    {0, NULL},
};

static const char *text_of(int code) {
    for (const struct entry *e = table; e->code != 0; e++)
        if (e->code == code)
            return e->text;
    return "unknown";
}

int main(void) {
    puts(text_of(404));
    puts(text_of(418));
    return 0;
}
