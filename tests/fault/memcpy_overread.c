// A copy that reads past its source.
#include <string.h>
int main(void) {
    char from[8] = "1234567", to[64];
    size_t n = 16;
    memcpy(to, from, n); // expect: out-of-bounds-read
    return to[0];
}
