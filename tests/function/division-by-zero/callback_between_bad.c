// A callback may change what this file keeps, but no local variable.
#include <stddef.h>

static int depth;

void enter(void) {
    depth++;
}

int run(void (*callback)(void *), void *argument) {
    int shares = depth = 0;
    callback(argument);
    return 100 / shares; // expect: division-by-zero
}
