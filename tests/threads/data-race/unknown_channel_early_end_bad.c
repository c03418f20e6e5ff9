// A thread that fails ends before it sends: who waits for its message, in a function whose source is not here, waits on.
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

void send_token(void);
void receive_token(void);

static int value;

static void *produce(void *unused) {
    int next = getchar();
    send_token();
    if (next == EOF) {
        return unused;
    }
    value = next; // expect: data-race
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, produce, NULL) != 0) {
        return 1;
    }
    receive_token();
    int seen = value;
    pthread_join(thread, NULL);
    return seen == 4;
}
