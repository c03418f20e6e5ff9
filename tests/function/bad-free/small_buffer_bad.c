// Short texts stay in the structure, or on the stack.
#include <stdlib.h>
#include <string.h>

struct string {
    char *bytes;
    size_t length;
    char inside[16];
};

void clear(struct string *string) {
    if (string->bytes != string->inside)
        free(string->bytes);
    string->bytes = string->inside;
    string->length = 0;
}

int count_spaces(const char *text, size_t length) {
    char small[16];
    char *copy = length < sizeof small ? small : malloc(length + 1); // expect: memory-leak
    int spaces = 0;
    if (copy == NULL)
        return -1;
    memcpy(copy, text, length);
    copy[length] = '\0';
    for (char *at = copy; *at != '\0'; at++)
        spaces += *at == ' ';
    if (length < sizeof small)
        free(copy); // expect: bad-free
    return spaces;
}
