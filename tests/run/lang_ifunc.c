// Functions chosen at start: ifunc symbols, called and taken the address of.
#include <stdio.h>

static int small(int x) { return x + 1; }
static int large(int x) { return x + 1000; }

static int (*choose_first(void))(int) { return small; }
static int (*choose_second(void))(int) { return large; }

int first(int x) __attribute__((ifunc("choose_first")));
int second(int x) __attribute__((ifunc("choose_second")));

static int (*const table[])(int) = {first, second};

int main(void) {
    int (*p)(int) = second;
    printf("%d %d %d %d %d\n", first(1), second(1), p(2), table[0](3), table[1](3));
    return 0;
}
