// An item is taken from a list in one section, and given back in another.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct item {
    struct item *next;
    int uses;
};

static struct item items[3];
static struct item *unused = &items[0];

static struct item *take(void) {
    pthread_mutex_lock(&lock);
    struct item *first = unused;
    if (first != NULL) {
        unused = first->next;
    }
    pthread_mutex_unlock(&lock);
    return first;
}

static void give_back(struct item *one) {
    pthread_mutex_lock(&lock);
    one->next = unused;
    unused = one;
    pthread_mutex_unlock(&lock);
}

static void *work(void *argument) {
    struct item *mine = take();
    if (mine != NULL) {
        give_back(mine);
    }
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
