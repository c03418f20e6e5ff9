// Messages go through an atomic list; who takes them frees them.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
    struct message *next;
    int value;
};

static struct message *_Atomic box;
static atomic_int left = 3;

static void *consume(void *unused) {
    int sum = 0;
    while (atomic_load(&left) > 0) {
        struct message *message = atomic_exchange(&box, NULL);
        if (!message) {
            sched_yield();
        }
        while (message) {
            struct message *next = message->next;
            sum += message->value;
            free(message); // expect: data-race
            message = next;
            atomic_fetch_sub(&left, 1);
        }
    }
    return sum == 3 ? unused : NULL; // expect: uninitialised-read
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, consume, NULL) != 0) {
        return 1;
    }
    for (int i = 0; i < 3; i++) {
        struct message *message = malloc(sizeof *message);
        if (!message) {
            atomic_fetch_sub(&left, 1);
            continue;
        }
        message->next = atomic_load(&box);
        while (!atomic_compare_exchange_weak(&box, &message->next, message)) {
        }
        message->value = i; // expect: use-after-free
    }
    pthread_join(thread, NULL);
    return 0;
}
