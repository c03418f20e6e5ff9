// A number from standard input divides.
// Flow: a function pointer.
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

static int read_number(void) {
    int number = 2;
    if (fscanf(stdin, "%d", &number) != 1)
        print_line("not a number");
    return number;
}

static void bad_sink(int number) {
    print_int(100 / number); // flaw: division-by-zero
}

static void bad(void) {
    void (*sink)(int) = bad_sink;
    int number = read_number();
    sink(number);
}

static void good_sink_sink(int number) {
    if (number != 0)
        print_int(100 / number);
    else
        print_line("this would divide by zero");
}

// The number is checked.
static void good_sink(void) {
    void (*sink)(int) = good_sink_sink;
    int number = read_number();
    sink(number);
}

static void good_source_sink(int number) {
    print_int(100 / number);
}

// The number is a fixed one.
static void good_source(void) {
    void (*sink)(int) = good_source_sink;
    int number = 7;
    sink(number);
}

void program(void) {
    good_sink();
    good_source();
    bad();
}
