// The user says how far to go with each step, and may say zero.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    int step = atoi(argv[1]), at = 0;
    if (step < 0 || step > 50)
        return 1;
    while (at < 100) // expect: infinite-loop
        at += step;
    printf("%d\n", at);
    return 0;
}
