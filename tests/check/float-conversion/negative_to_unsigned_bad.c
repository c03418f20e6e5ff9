// A negative number has no unsigned counterpart.
#include <stdio.h>

int main(void) {
    static const float levels[] = {0.5f, 3.25f, -4.0f};
    unsigned total = 0;
    for (int i = 0; i < 3; i++) {
        total += (unsigned)levels[i]; // expect: float-conversion
    }
    printf("%u\n", total);
    return 0;
}
