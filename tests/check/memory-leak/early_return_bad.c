// A search returns from the middle of the function when it has found what it wants.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count_vowels(const char *text) {
    size_t length = strlen(text);
    char *copy = malloc(length + 1); // expect: memory-leak
    if (copy == NULL)
        return -1;
    int n = 0;
    memcpy(copy, text, length + 1);
    for (char *s = copy; *s != '\0'; s++) {
        if (*s == '#')
            return n;
        if (strchr("aeiou", *s) != NULL)
            n++;
    }
    free(copy);
    return n;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    printf("%d\n", count_vowels(argv[1]));
    return 0;
}
