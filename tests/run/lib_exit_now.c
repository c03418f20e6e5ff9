// _Exit skips atexit handlers and destructors; output already flushed stays.
#include <stdio.h>
#include <stdlib.h>

static void handler(void) {
    puts("must not appear");
    fflush(stdout);
}

int main(int argc, char **argv) {
    (void)argv;
    atexit(handler);
    puts("before");
    fflush(stdout);
    printf("lost in the buffer");
    if (argc > 0) _Exit(113);
    return 0;
}
