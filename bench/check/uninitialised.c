// Half of an array of structures is filled, all of it is read.
// Flow: a loop that runs once.
#include "support.h"

#include <stdlib.h>

struct pair {
    int one;
    int two;
};

enum { COUNT = 10 };

static void fill(struct pair *pairs, int count) {
    for (int i = 0; i < count; i++) {
        pairs[i].one = i;
        pairs[i].two = -i;
    }
}

static void bad(void) {
    struct pair pairs[COUNT];
    for (int once = 0; once < 1; once++)
        fill(pairs, COUNT / 2);
    for (int i = 0; i < COUNT; i++) {
        if (pairs[i].two < -3) // flaw: uninitialised-read
            print_line("small");
    }
}

// All are filled.
static void good_source(void) {
    struct pair pairs[COUNT];
    for (int once = 0; once < 1; once++)
        fill(pairs, COUNT);
    for (int i = 0; i < COUNT; i++) {
        if (pairs[i].two < -3)
            print_line("small");
    }
}

// Those that are filled are read.
static void good_sink(void) {
    struct pair pairs[COUNT];
    for (int once = 0; once < 1; once++)
        fill(pairs, COUNT / 2);
    for (int i = 0; i < COUNT / 2; i++) {
        if (pairs[i].two < -3)
            print_line("small");
        print_int(pairs[i].one);
    }
}

void program(void) {
    good_source();
    good_sink();
    bad();
}
