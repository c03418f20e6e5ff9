// A loop that counts and never stops.
#include <stdio.h>

int main(void) {
    unsigned round = 0;
    for (;;) { // expect: infinite-loop
        printf("%u\n", round);
        round++;
    }
    return 0;
}
