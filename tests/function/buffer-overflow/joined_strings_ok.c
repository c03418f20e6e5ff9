// Texts are joined, quoted and cut; their lengths are counted first.
#include <stdlib.h>
#include <string.h>

char *join(char *const *texts, int count, char between) {
    size_t total = 1;
    for (int i = 0; i < count; i++)
        total += strlen(texts[i]) + 1;
    char *joined = malloc(total), *at = joined;
    if (joined == NULL)
        return NULL;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(texts[i]);
        if (i > 0)
            *at++ = between;
        memcpy(at, texts[i], length);
        at += length;
    }
    *at = '\0';
    return joined;
}

char *quote(const char *text) {
    char *quoted = malloc(strlen(text) * 2 + 1), *at = quoted;
    if (quoted == NULL)
        return NULL;
    for (; *text != '\0'; text++) {
        if (*text == '"')
            *at++ = '\\';
        *at++ = *text;
    }
    *at = '\0';
    return quoted;
}

size_t cut(char *into, const char *text, size_t room) {
    size_t length = strlen(text);
    if (room > 0) {
        size_t kept = length >= room ? room - 1 : length;
        memcpy(into, text, kept);
        into[kept] = '\0';
    }
    return length;
}

int first_word(const char *text, size_t length) {
    char word[8];
    if (length > 7)
        length = 7;
    memcpy(word, text, length);
    word[length] = '\0';
    return strcmp(word, "end") == 0;
}

int is_in(const char *directory, const char *name) {
    char path[64];
    if (strlen(directory) + strlen(name) + 2 > sizeof path)
        return -1;
    strcpy(path, directory);
    strcat(path, "/");
    strcat(path, name);
    return path[0] == '/';
}
