// Two threads may both make the table.
#include <pthread.h>
#include <stddef.h>

static int table[4];
static int is_made;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int look(int i) {
    pthread_mutex_lock(&lock);
    if (!is_made) {
        for (int n = 0; n < 4; n++) {
            table[n] = n * n;
        }
        is_made = 1;
    }
    int found = table[i];
    pthread_mutex_unlock(&lock);
    return found;
}

static void *work(void *unused) {
    look(1);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    int found = look(2);
    pthread_join(thread, NULL);
    return found == 4 ? 0 : 1;
}
