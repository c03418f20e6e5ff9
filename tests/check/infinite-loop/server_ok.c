// A server goes on for ever, and waits in each iteration.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    unsigned rounds = 0;
    for (;;) {
        rounds ^= 1;
        printf("%u\n", rounds);
        sleep(1);
    }
}
