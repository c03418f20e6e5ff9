// A lookup that fails is asked about, and used all the same.
#include <stdio.h>
#include <string.h>

struct option {
    const char *name;
    int value;
};

static const struct option options[] = {{"depth", 4}, {"width", 80}};

static const struct option *find(char letter) {
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (options[i].name[0] == letter)
            return &options[i];
    return NULL;
}

int value_of(char letter) {
    const struct option *option = find(letter);
    if (option == NULL)
        printf("no option %c\n", letter);
    return option->value; // expect: null-dereference
}

int value_of_known(char letter) {
    return find(letter)->value;
}
