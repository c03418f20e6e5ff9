// A message with a flexible array member needs room for header, text and terminator.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message {
    unsigned length;
    char text[];
};

static struct message *make(const char *text) {
    size_t length = strlen(text);
    struct message *m = malloc(sizeof *m + length + 1);
    if (m == NULL)
        return NULL;
    m->length = (unsigned)length;
    memcpy(m->text, text, length + 1);
    return m;
}

int main(void) {
    struct message *m = make("disk full");
    if (m == NULL)
        return 1;
    printf("%u\n", m->length);
    free(m);
    return 0;
}
