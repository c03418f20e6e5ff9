// A callback takes an unsigned int, and is given an int, and its result is dropped.
#include <stdio.h>

static int positive(unsigned number) {
    return number > 0;
}

static void apply(void (*check)(int), int number) {
    check(number);
}

int main(int argc, char **argv) {
    (void)argv;
    apply((void (*)(int))positive, argc);
    puts("checked");
    return 0;
}
