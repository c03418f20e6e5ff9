// A random number is multiplied, and the product may not fit.
// Flow: the number goes through a union.
#include "support.h"

#include <limits.h>
#include <stdlib.h>

union carrier {
    int first;
    int second;
};

static void bad(void) {
    union carrier carrier;
    int data = rand();
    carrier.first = data;
    {
        int number = carrier.second;
        int result = number * 2; // flaw: signed-overflow
        print_int(result);
    }
}

// The number is checked.
static void good_sink(void) {
    union carrier carrier;
    int data = rand();
    carrier.first = data;
    {
        int number = carrier.second;
        if (number <= INT_MAX / 2) {
            int result = number * 2;
            print_int(result);
        } else {
            print_line("too large");
        }
    }
}

// The number is a small one.
static void good_source(void) {
    union carrier carrier;
    int data = 21;
    carrier.first = data;
    {
        int number = carrier.second;
        int result = number * 2;
        print_int(result);
    }
}

void program(void) {
    good_sink();
    good_source();
    bad();
}
