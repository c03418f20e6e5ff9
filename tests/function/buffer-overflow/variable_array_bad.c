// An array as long as the caller says.
#include <string.h>

int reversed(const char *text, size_t length) {
    char copy[length + 1];
    copy[length + 1] = '\0'; // expect-missing: buffer-overflow
    for (size_t i = 0; i < length; i++)
        copy[i] = text[length - 1 - i];
    return strcmp(copy, text) == 0;
}

int last(int count) {
    int numbers[count];
    for (int i = 0; i < count; i++)
        numbers[i] = i;
    return numbers[count - 1];
}
