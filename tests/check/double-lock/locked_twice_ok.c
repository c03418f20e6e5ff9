// A mutex is locked again by the function that is called with it locked.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void add(int n) {
    pthread_mutex_lock(&lock);
    total += n;
    pthread_mutex_unlock(&lock);
}

int main(void) {
    add(1);
    add(2);
    printf("%d\n", total);
    return 0;
}
