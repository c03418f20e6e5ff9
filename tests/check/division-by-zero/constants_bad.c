// Divisions by constants that are zero.
#include <stdio.h>

#define RATE 0
#define SCALE 1000

static int per_hour(int count) {
    return SCALE / RATE + count; // expect: division-by-zero
}

int main(int argc, char **argv) {
    int left = sizeof(1 / RATE) + argc;
    if (argc > 1)
        left = 17 % RATE; // expect: division-by-zero
    if (argc > 2)
        left += per_hour(argc);
    printf("%d %s\n", left, argv[0]);
    return 0;
}
