// An index from standard input is checked against the start of an array and not its end.
// Flow: a switch decides.
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

static int read_number(void) {
    char line[14] = "";
    if (fgets(line, sizeof line, stdin) == NULL) {
        print_line("no input");
        return -1;
    }
    return atoi(line);
}

static void bad(void) {
    int index = -1;
    switch (6) {
    case 6:
        index = read_number();
        break;
    default:
        print_line("never here");
        break;
    }
    int table[10] = {0};
    if (index >= 0) {
        table[index] = 1; // flaw: buffer-overflow
        for (int i = 0; i < 10; i++)
            print_int(table[i]);
    } else {
        print_line("negative");
    }
}

// The index is checked on both sides.
static void good_sink(void) {
    int index = -1;
    switch (6) {
    case 6:
        index = read_number();
        break;
    default:
        print_line("never here");
        break;
    }
    int table[10] = {0};
    if (index >= 0 && index < 10) {
        table[index] = 1;
        for (int i = 0; i < 10; i++)
            print_int(table[i]);
    } else {
        print_line("not an index");
    }
}

// The index is a fixed one.
static void good_source(void) {
    int index = -1;
    switch (5) {
    case 6:
        print_line("never here");
        break;
    default:
        index = 7;
        break;
    }
    int table[10] = {0};
    if (index >= 0) {
        table[index] = 1;
        for (int i = 0; i < 10; i++)
            print_int(table[i]);
    } else {
        print_line("negative");
    }
}

void program(void) {
    good_sink();
    good_source();
    bad();
}
