// The argument of an option, which somebody else has read.
#include <stddef.h>
#include <unistd.h>

int first_letter(void) {
    return *optarg;
}
