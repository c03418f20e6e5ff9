// A server goes on for ever, and waits in each iteration.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    unsigned rounds = 0;
    for (;;) { // expect: infinite-loop
        rounds ^= 1;
        printf("%u\n", rounds);
    }
}
