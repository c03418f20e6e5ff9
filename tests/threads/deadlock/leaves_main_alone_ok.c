// The only thread ends by itself, and the program with it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void bye(void) {
    puts("bye");
}

int main(void) {
    atexit(bye);
    pthread_exit(NULL);
}
