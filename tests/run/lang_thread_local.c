// Thread-local storage with one thread: __thread and _Thread_local, initialised and zero.
#include <stdio.h>

static _Thread_local int counter = 3;
__thread int exported[4] = {1, 2, 3, 4};
static __thread char *message = "initial";
static _Thread_local struct { short a; double b; } pair = {7, 0.5};
static __thread long zero;

static int bump(void) {
    static _Thread_local int calls;
    counter += ++calls;
    return counter;
}

static int *address(void) { return &exported[2]; }

int main(void) {
    for (int i = 0; i < 4; i++) printf("%d ", bump());
    puts("");
    *address() += 40;
    int *p = exported;
    for (int i = 0; i < 4; i++) printf("%d ", *p++);
    puts("");
    puts(message);
    message = "changed";
    puts(message);
    pair.a *= 3;
    pair.b += 1;
    printf("%d %g\n", pair.a, pair.b);
    zero -= 5;
    printf("%ld %d\n", zero, &counter != exported);
    return counter;
}
