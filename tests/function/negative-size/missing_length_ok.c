// A length below zero stands for a text that has its own end.
#include <string.h>

int clear(char *into, int length) {
    if (length < 0)
        length = (int)strlen(into);
    memset(into, 0, (size_t)length);
    return length;
}

void clear_known(char *into, int length) {
    memset(into, 0, (size_t)length);
}
