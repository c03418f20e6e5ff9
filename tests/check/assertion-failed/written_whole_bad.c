// The disk may be full: `fwrite` then says less than it was given.
#include <assert.h>
#include <stdio.h>

int main(void) {
    size_t count = fwrite("abc", 1, 3, stdout);
    assert(count == 3); // expect: assertion-failed
    return 0;
}
