// A copy needs a byte more than the text has.
#include <stdlib.h>
#include <string.h>

struct message {
    size_t length;
    char text[];
};

char *copy(const char *text) {
    char *copy = malloc(strlen(text));
    if (copy != NULL)
        strcpy(copy, text); // expect-missing: buffer-overflow
    return copy;
}

struct message *new_message(const char *text, size_t length) {
    struct message *message = malloc(sizeof *message + length);
    if (message == NULL)
        return NULL;
    message->length = length;
    memcpy(message->text, text, length);
    message->text[length] = '\0'; // expect: buffer-overflow
    return message;
}

struct message *empty_message(void) {
    struct message *message = malloc(sizeof *message);
    if (message == NULL)
        return NULL;
    message->length = 0;
    message->text[0] = '\0'; // expect: buffer-overflow
    return message;
}

int count(const struct message *message, char c) {
    int count = 0;
    for (size_t i = 0; i < message->length; i++)
        count += message->text[i] == c;
    return count;
}
