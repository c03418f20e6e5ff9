// A callback takes a long, and is given an int.
#include <stdio.h>

static int positive(long number) {
    return number > 0;
}

static int apply(int (*check)(int), int number) {
    return check(number); // expect: bad-call
}

int main(int argc, char **argv) {
    (void)argv;
    printf("%d\n", apply((int (*)(int))positive, argc));
    return 0;
}
