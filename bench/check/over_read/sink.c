// Copies and prints.
#include "support.h"
#include "over_read.h"

#include <string.h>

void over_read_bad_sink(const unsigned char *bytes, size_t size) {
    unsigned char copy[64] = {0};
    memcpy(copy, bytes, size); // flaw: out-of-bounds-read
    print_bytes(copy, 4);
}

void over_read_good_sink(const unsigned char *bytes, size_t size) {
    unsigned char copy[64] = {0};
    memcpy(copy, bytes, size);
    print_bytes(copy, 4);
}
