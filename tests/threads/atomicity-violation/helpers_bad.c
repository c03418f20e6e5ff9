// Reading and writing are each safe alone, and both together are not.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static int get(void) {
    pthread_mutex_lock(&lock);
    int value = balance;
    pthread_mutex_unlock(&lock);
    return value;
}

static void set(int value) {
    pthread_mutex_lock(&lock);
    balance = value; // expect: atomicity-violation
    pthread_mutex_unlock(&lock);
}

static void *pay(void *amount) {
    set(get() + *(int *)amount);
    return NULL;
}

int main(void) {
    int ten = 10, twenty = 20;
    pthread_t first, second;
    if (pthread_create(&first, NULL, pay, &ten) != 0) {
        return 1;
    }
    int made = pthread_create(&second, NULL, pay, &twenty) == 0;
    pthread_join(first, NULL);
    if (made) {
        pthread_join(second, NULL);
    }
    return balance > 30;
}
