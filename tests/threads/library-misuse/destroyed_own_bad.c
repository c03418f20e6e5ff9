// A mutex is destroyed while the thread itself holds it.
#include <pthread.h>
#include <stddef.h>

int main(void) {
    pthread_mutex_t lock;
    pthread_mutex_init(&lock, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_destroy(&lock); // expect: library-misuse
    return 0;
}
