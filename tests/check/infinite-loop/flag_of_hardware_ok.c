// A flag that nobody sets, unless somebody outside may.
#include <stdio.h>

static volatile int ready;

int main(void) {
    while (!ready)
        ;
    puts("ready");
    return 0;
}
