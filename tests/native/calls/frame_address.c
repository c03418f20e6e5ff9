// A frame has an address.
// native: -O0; -O2
#include <assert.h>
#include <stddef.h>

int main(void) {
    if (__builtin_frame_address(0) != NULL)
        assert(!"some");
    return 0;
}
