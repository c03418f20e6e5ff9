// Two flags in one word: each thread has its own, the word is shared.
#include <pthread.h>
#include <stddef.h>

static struct {
    unsigned char a;
    unsigned char b;
} flags;

static void *work(void *unused) {
    flags.a = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    flags.b = 1;
    pthread_join(thread, NULL);
    return flags.a && flags.b ? 0 : 1;
}
