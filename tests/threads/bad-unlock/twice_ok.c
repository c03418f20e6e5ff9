// Both branches unlock, and so does the end.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int step(int c) {
    pthread_mutex_lock(&lock);
    if (c == EOF) {
        count = 0;
    } else {
        count++;
    }
    pthread_mutex_unlock(&lock);
    return c != EOF;
}

int main(void) {
    return step(getchar());
}
