// A result goes to where the caller wants it.
#include <stdlib.h>

struct limits {
    int low, high;
};

int known(int kind, int *value);

void rate_of(int kind, double *rate) {
    double found;
    if (kind == 1)
        found = 0.5;
    else
        found = 1;
    *rate = found;
}

void language(const char **name) {
    const char *found = "none";
    if (getenv("LANG") != NULL)
        found = "other";
    *name = found;
}

// What is returned says whether there is one.
int ratio(int kind, int *value) {
    int found, is_there = 0;
    if (kind == 1) {
        found = 7;
        is_there = 1;
    }
    *value = found;
    return is_there;
}

// So may another parameter.
void ratio_with_flag(int kind, int *value, int *is_there) {
    int found;
    *is_there = 0;
    if (kind == 1) {
        found = 7;
        *is_there = 1;
    }
    *value = found;
}

// What others were given may be copied as they left it.
void last_known(int kind, int *value) {
    int found;
    known(kind, &found);
    *value = found;
}

// The caller may know that there is one.
void last_of(const int *numbers, int count, int *last) {
    int found;
    for (int i = 0; i < count; i++)
        found = numbers[i];
    *last = found;
}

void lower(int low, struct limits *limits) {
    struct limits made;
    made.low = low;
    *limits = made;
}
