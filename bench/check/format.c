// A line of input is printed as a format.
// Flow: the line is kept in a static variable, and a goto leads to its use.
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *kept;

static void read_line(char *line, int size) {
    if (fgets(line, size, stdin) == NULL) {
        print_line("no input");
        line[0] = '\0';
    }
}

static void bad_sink(void) {
    char *data = kept;
    goto print;
print:
    printf(data); // flaw: format-string
}

static void bad(void) {
    char line[20] = "";
    read_line(line, sizeof line);
    kept = line;
    bad_sink();
    kept = NULL;
}

static void good_sink_sink(void) {
    char *data = kept;
    goto print;
print:
    printf("%s\n", data);
}

// The format is fixed.
static void good_sink(void) {
    char line[20] = "";
    read_line(line, sizeof line);
    kept = line;
    good_sink_sink();
    kept = NULL;
}

static void good_source_sink(void) {
    char *data = kept;
    goto print;
print:
    printf(data);
}

// The line is.
static void good_source(void) {
    char line[20] = "";
    strcpy(line, "a fixed line\n");
    kept = line;
    good_source_sink();
    kept = NULL;
}

void program(void) {
    good_sink();
    good_source();
    bad();
}
