// A long table that is never written makes no difference to the orders of what is written.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table[600], sum;

static int add_up(void) {
    int result = 1;
    for (int i = 0; i < 600; i++) {
        result += table[i];
    }
    return result;
}

static void *write_sum(void *argument) {
    int result = add_up();
    pthread_mutex_lock(&lock);
    sum = result;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *read_sum(void *argument) {
    int expected = add_up();
    pthread_mutex_lock(&lock);
    int seen = sum;
    pthread_mutex_unlock(&lock);
    assert(seen == expected || seen == 0);
    return argument;
}

int main(void) {
    pthread_t writer, reader;
    if (pthread_create(&writer, NULL, write_sum, NULL) != 0) {
        return 1;
    }
    int made = pthread_create(&reader, NULL, read_sum, NULL) == 0;
    pthread_join(writer, NULL);
    if (made) {
        pthread_join(reader, NULL);
    }
    return 0;
}
