// Hands over.
#include "over_read.h"

void over_read_bad_step(const unsigned char *bytes, size_t size) { over_read_bad_sink(bytes, size); }

void over_read_good_step(const unsigned char *bytes, size_t size) { over_read_good_sink(bytes, size); }
