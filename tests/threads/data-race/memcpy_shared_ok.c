// A whole structure is copied while it changes.
#include <pthread.h>
#include <string.h>

struct position {
    int x, y, z;
    char name[16];
};

static struct position here;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *move(void *unused) {
    struct position next = {1, 2, 3, "there"};
    pthread_mutex_lock(&lock);
    memcpy(&here, &next, sizeof here);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, move, NULL) != 0) {
        return 1;
    }
    struct position copy;
    pthread_mutex_lock(&lock);
    memcpy(&copy, &here, sizeof copy);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return copy.x + copy.y + copy.z;
}
