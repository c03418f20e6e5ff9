// The input says how long the program sleeps.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    unsigned seconds;
    if (scanf("%u", &seconds) != 1)
        return 1;
    return sleep(seconds) != 0; // expect: uncontrolled-wait
}
