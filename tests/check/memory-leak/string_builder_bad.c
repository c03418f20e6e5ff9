// A text grows as characters come; when it cannot grow, what there is must be freed.
#include <stdio.h>
#include <stdlib.h>

struct builder {
    char *text;
    size_t length, capacity;
};

static int append(struct builder *b, char c) {
    if (b->length == b->capacity) {
        size_t capacity = b->capacity + 2;
        char *text = realloc(b->text, capacity); // expect: memory-leak
        b->text = text;
        if (text == NULL)
            return 0;
        b->capacity = capacity;
    }
    b->text[b->length++] = c;
    return 1;
}

int main(void) {
    struct builder b = {NULL, 0, 0};
    for (int i = 0; i < 4; i++)
        if (!append(&b, 'a'))
            break;
    printf("%d\n", (int)b.length);
    free(b.text);
    return 0;
}
