// A flag that nobody sets, unless somebody outside may.
#include <stdio.h>

static int ready;

int main(void) {
    while (!ready) // expect: infinite-loop
        ;
    puts("ready");
    return 0;
}
