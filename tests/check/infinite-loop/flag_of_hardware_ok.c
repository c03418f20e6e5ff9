// A flag that is never set, unless the outside may set it.
#include <stdio.h>

static volatile int ready;

int main(void) {
    while (!ready)
        ;
    puts("ready");
    return 0;
}
