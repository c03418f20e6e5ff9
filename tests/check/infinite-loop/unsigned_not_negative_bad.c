// An index that goes down is unsigned, and never below zero.
#include <stdio.h>

int main(void) {
    static const char text[] = "backwards";
    unsigned seen = 0;
    for (unsigned i = sizeof text - 2; i >= 0; i--) // expect: infinite-loop
        seen += text[i & 7];
    printf("%u\n", seen);
    return 0;
}
