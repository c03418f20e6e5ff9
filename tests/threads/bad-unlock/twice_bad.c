// Both branches unlock, and so does the end.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int step(int c) {
    pthread_mutex_lock(&lock);
    if (c == EOF) {
        pthread_mutex_unlock(&lock);
    } else {
        count++;
    }
    pthread_mutex_unlock(&lock); // expect: bad-unlock
    return c != EOF;
}

int main(void) {
    return step(getchar());
}
