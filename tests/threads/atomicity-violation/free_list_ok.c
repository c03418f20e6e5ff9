// Who takes an item from a list and gives it back later loses nothing, unless the rest is old by then.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct item {
    struct item *next;
    int uses;
};

static struct item items[3];
static struct item *unused = &items[0];

static void *work(void *argument) {
    pthread_mutex_lock(&lock);
    struct item *mine = unused, *rest = mine->next;
    unused = rest;
    pthread_mutex_unlock(&lock);
    mine->uses++;
    pthread_mutex_lock(&lock);
    mine->next = unused;
    unused = mine;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    items[0].next = &items[1];
    items[1].next = &items[2];
    pthread_t first, second;
    if (pthread_create(&first, NULL, work, NULL) != 0) {
        return 1;
    }
    int made = pthread_create(&second, NULL, work, NULL) == 0;
    pthread_join(first, NULL);
    if (made) {
        pthread_join(second, NULL);
    }
    return unused == NULL;
}
