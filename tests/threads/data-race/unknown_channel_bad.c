// A message, sent and received by functions whose source is not here, says that the value is there.
#include <pthread.h>
#include <stddef.h>

void send_token(void);
void receive_token(void);

static int value;

static void *produce(void *unused) {
    value = 4;
    send_token();
    value = 0; // expect: data-race
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
