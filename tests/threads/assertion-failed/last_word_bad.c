// Which of two threads comes last decides what main sees.
// lost with: --interleavings off
#include <assert.h>
#include <pthread.h>

static int state;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *set(void *to) {
    pthread_mutex_lock(&lock);
    state = *(int *)to;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    int one = 1, two = 2;
    pthread_t first, second;
    if (pthread_create(&first, NULL, set, &one) != 0) return 1;
    if (pthread_create(&second, NULL, set, &two) != 0) return 1;
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(state == 2); // expect: assertion-failed
    return 0;
}
