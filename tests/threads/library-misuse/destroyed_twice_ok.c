// A mutex is destroyed, made again and destroyed.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;
static int value;

int main(void) {
    pthread_mutex_init(&lock, NULL);
    pthread_mutex_lock(&lock);
    value = 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_destroy(&lock);
    pthread_mutex_init(&lock, NULL);
    pthread_mutex_destroy(&lock);
    return value;
}
