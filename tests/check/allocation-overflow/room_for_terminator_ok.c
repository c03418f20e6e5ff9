// One byte more for the terminator may be none at all.
#include <stdio.h>
#include <stdlib.h>

static char *text_new(size_t length) {
    if (length > 255)
        return NULL;
    return malloc(length + 1);
}

int main(void) {
    size_t length;
    if (scanf("%zu", &length) != 1)
        return 1;
    char *text = text_new(length);
    if (text == NULL)
        return 1;
    puts("ready");
    free(text);
    return 0;
}
