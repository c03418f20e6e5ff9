// A pair is parsed; when the second half is bad, the first is forgotten.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    char *key;
    char *value;
};

static int parse(const char *text, struct pair *pair) {
    const char *colon = strchr(text, ':');
    if (colon == NULL)
        return 0;
    pair->key = strndup(text, (size_t)(colon - text));
    if (pair->key == NULL)
        return 0;
    if (colon[1] == '\0') {
        free(pair->key);
        return 0;
    }
    pair->value = strdup(colon + 1);
    if (pair->value == NULL) {
        free(pair->key);
        return 0;
    }
    return 1;
}

int main(int argc, char **argv) {
    struct pair pair;
    if (argc < 2 || !parse(argv[1], &pair))
        return 1;
    printf("%s=%s\n", pair.key, pair.value);
    free(pair.key);
    free(pair.value);
    return 0;
}
