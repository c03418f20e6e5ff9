// A number that was never set is returned, given to others, or divided by.
#include <stdio.h>
#include <stdlib.h>

struct pair {
    int first;
    char second;
};

int report(const char *what, long value);

int pick(int kind, int a, int b) {
    int value;
    if (kind == 0)
        value = a;
    else
        value = b;
    return value;
}

void tell(int kind, long number) {
    long value = 0;
    if (kind > 0)
        value = number;
    report("number", value);
}

int shares(int total) {
    int parts = 1, each = 0;
    if (total > 100)
        parts = 10;
    each = total / parts;
    return 0;
}

// Half of a structure may be unset.
struct pair make(int first) {
    struct pair pair;
    pair.first = first;
    return pair;
}

// The result need not be used.
int maybe(int kind) {
    if (kind > 0)
        return kind;
}

int two_flags(int a, int b) {
    int value;
    if (a)
        value = 1;
    if (b)
        value = 2;
    return value;
}

int find(const int *numbers, int count, int wanted) {
    int at;
    for (int i = 0; i < count; i++)
        if (numbers[i] == wanted)
            at = i;
    return at;
}
