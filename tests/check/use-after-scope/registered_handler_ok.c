// A local context is registered in a global and used after its function ended.
#include <stdio.h>

struct handler {
    int code;
    int calls;
};

static struct handler *current;

static void install(int code) {
    static struct handler handler;
    handler.code = code;
    current = &handler;
}

static void dispatch(void) {
    current->calls++;
}

int main(void) {
    install(4);
    dispatch();
    puts("done");
    return 0;
}
