// A block is not freed on one of two paths.
// Flow: a function of another file decides either way.
#include "support.h"

#include <stdlib.h>
#include <string.h>

static void bad(void) {
    char *name = calloc(32, 1); // flaw: memory-leak
    if (name == NULL)
        exit(1);
    strcpy(name, "a name");
    print_line(name);
    if (support_returns_either()) {
        print_line("done early");
        return;
    }
    print_line("done");
    free(name);
}

// Both paths free.
static void good_both(void) {
    char *name = calloc(32, 1);
    if (name == NULL)
        exit(1);
    strcpy(name, "a name");
    print_line(name);
    if (support_returns_either()) {
        print_line("done early");
        free(name);
        return;
    }
    print_line("done");
    free(name);
}

// Nothing is on the heap.
static void good_local(void) {
    char name[32] = "a name";
    print_line(name);
    if (support_returns_either()) {
        print_line("done early");
        return;
    }
    print_line("done");
}

void program(void) {
    good_both();
    good_local();
    bad();
}
