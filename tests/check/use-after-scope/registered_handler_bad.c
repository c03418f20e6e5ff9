// A local context is registered in a global and used after its function ended.
#include <stdio.h>

struct handler {
    int code;
    int calls;
};

static struct handler *current;

static void install(int code) {
    struct handler handler = {code, 0};
    current = &handler;
}

static void dispatch(void) {
    current->calls++; // expect: use-after-scope
}

int main(void) {
    install(4);
    dispatch();
    puts("done");
    return 0;
}
