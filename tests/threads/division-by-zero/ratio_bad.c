// The count is there only if the counting thread came first.
// lost with: --interleavings off
#include <pthread.h>

static int count, sum, mean;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *number) {
    pthread_mutex_lock(&lock);
    sum += *(int *)number;
    count++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *average(void *unused) {
    pthread_mutex_lock(&lock);
    mean = sum / count; // expect: division-by-zero
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    int number = 6;
    pthread_t adding, averaging;
    if (pthread_create(&adding, NULL, add, &number) != 0) return 1;
    if (pthread_create(&averaging, NULL, average, NULL) != 0) return 1;
    pthread_join(adding, NULL);
    pthread_join(averaging, NULL);
    return mean;
}
