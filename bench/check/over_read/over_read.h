// What the files of this program call of each other.
#ifndef OVER_READ_H
#define OVER_READ_H

#include <stddef.h>

void over_read_bad_step(const unsigned char *bytes, size_t size);
void over_read_good_step(const unsigned char *bytes, size_t size);
void over_read_bad_sink(const unsigned char *bytes, size_t size);
void over_read_good_sink(const unsigned char *bytes, size_t size);

#endif
