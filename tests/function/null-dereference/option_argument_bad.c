// The argument of an option, which somebody else has read.
#include <stddef.h>
#include <unistd.h>

int first_letter(void) {
    if (optarg == NULL)
        return *optarg; // expect: null-dereference
    return 0;
}
