// A file without `main`: what a caller hands over may well be a heap block, and a lock.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct counter {
    pthread_mutex_t lock;
    int value;
};

void forget(struct counter *counter)
{
    free(counter);
}

void lock(struct counter *counter)
{
    pthread_mutex_lock(&counter->lock);
}

int count(struct counter *counter)
{
    return ++counter->value;
}

int average(int sum, int times)
{
    return sum / times;
}

void blank(char *text, size_t size)
{
    memset(text, ' ', size);
}
