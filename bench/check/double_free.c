// A block is freed by the function that made it and again by its caller.
// Flow: a function of this file decides, and another takes the pointer.
#include "support.h"

#include <stdlib.h>
#include <string.h>

static int returns_true(void) { return 1; }
static int returns_false(void) { return 0; }

static void bad_sink(long *data) {
    free(data); // flaw: double-free
}

static void bad(void) {
    long *data = malloc(100 * sizeof *data);
    if (data == NULL)
        exit(1);
    if (returns_true()) {
        memset(data, 0, 100 * sizeof *data);
        print_long(data[0]);
        free(data);
    }
    bad_sink(data);
}

static void good_sink_sink(long *data) {
    print_line(data != NULL ? "freed before" : "nothing");
}

// The second free is gone.
static void good_sink(void) {
    long *data = malloc(100 * sizeof *data);
    if (data == NULL)
        exit(1);
    if (returns_true()) {
        memset(data, 0, 100 * sizeof *data);
        print_long(data[0]);
        good_sink_sink(data);
        free(data);
    }
}

static void good_source_sink(long *data) {
    free(data);
}

// The first free is not reached.
static void good_source(void) {
    long *data = malloc(100 * sizeof *data);
    if (data == NULL)
        exit(1);
    if (returns_false()) {
        print_line("never here");
        free(data);
        return;
    }
    memset(data, 0, 100 * sizeof *data);
    print_long(data[0]);
    good_source_sink(data);
}

void program(void) {
    good_sink();
    good_source();
    bad();
}
