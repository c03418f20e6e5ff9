// A flag that is never set, unless the outside may set it.
#include <stdio.h>

static int ready;

int main(void) {
    while (!ready) // expect: infinite-loop
        ;
    puts("ready");
    return 0;
}
