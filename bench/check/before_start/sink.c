// Copies into what the other file has chosen.
#include "support.h"
#include "before_start.h"

#include <string.h>

void before_start_bad_sink(void) {
    char text[] = "twelve chars";
    memcpy(before_start_bad_data, text, sizeof text); // flaw: buffer-overflow
    print_line("copied");
}

void before_start_good_sink(void) {
    char text[] = "twelve chars";
    memcpy(before_start_good_data, text, sizeof text);
    print_line(before_start_good_data);
}
