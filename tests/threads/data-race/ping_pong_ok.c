// Two threads take turns by a number under a lock.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t passed = PTHREAD_COND_INITIALIZER;
static int turn;
static int ball;

static void play(int me) {
    for (int round = 0; round < 3; round++) {
        pthread_mutex_lock(&lock);
        while (turn != me) {
            pthread_cond_wait(&passed, &lock);
        }
        pthread_mutex_unlock(&lock);
        ball = me;
        pthread_mutex_lock(&lock);
        turn = 1 - me;
        pthread_cond_signal(&passed);
        pthread_mutex_unlock(&lock);
    }
}

static void *other(void *unused) {
    play(1);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, other, NULL) != 0) {
        return 1;
    }
    play(0);
    pthread_join(thread, NULL);
    return ball > 1;
}
