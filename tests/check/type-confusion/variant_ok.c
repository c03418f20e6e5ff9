// A variant's tag says which member of the union is there.
#include <stdio.h>

struct variant {
    enum { NUMBER, TEXT } tag;
    union {
        long number;
        const char *text;
    } as;
};

static void show(const struct variant *v) {
    if (v->tag == TEXT)
        printf("%s\n", v->as.text);
    else
        printf("%ld\n", v->as.number);
}

int main(void) {
    struct variant number = {.tag = NUMBER, .as.number = 77};
    show(&number);
    return 0;
}
