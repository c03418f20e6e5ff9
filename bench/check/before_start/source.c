// An array is written through a pointer that lies before its start.
// Flow: a global of one file is read by another.
#include "support.h"
#include "before_start.h"

#include <string.h>

char *before_start_bad_data;
char *before_start_good_data;

static void bad(void) {
    char buffer[100];
    memset(buffer, 'A', sizeof buffer - 1);
    buffer[sizeof buffer - 1] = '\0';
    if (support_five == 5)
        before_start_bad_data = buffer - 8;
    before_start_bad_sink();
    before_start_bad_data = NULL;
}

static void good(void) {
    char buffer[100];
    memset(buffer, 'A', sizeof buffer - 1);
    buffer[sizeof buffer - 1] = '\0';
    if (support_five == 5)
        before_start_good_data = buffer;
    else
        print_line("never here");
    before_start_good_sink();
    before_start_good_data = NULL;
}

void program(void) {
    good();
    bad();
}
