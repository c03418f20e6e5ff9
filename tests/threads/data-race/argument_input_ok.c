// Only with an argument do both threads take the same slot.
#include <pthread.h>
#include <stdlib.h>

static int slots[3];

static void *work(void *unused) {
    slots[1] = 1;
    return unused;
}

int main(int argc, char **argv) {
    (void)argv;
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    slots[argc > 2 ? 2 : 0] = 2;
    pthread_join(thread, NULL);
    return slots[0];
}
