// A loop that counts and never stops.
#include <stdio.h>

int main(void) {
    unsigned round = 0;
    for (;;) {
        printf("%u\n", round);
        round++;
        if (round == 3)
            break;
    }
    return 0;
}
