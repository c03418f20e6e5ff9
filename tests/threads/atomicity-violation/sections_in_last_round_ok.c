// What is written in the last iteration is read again in the same section.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number, other;

static void *count(void *unused) {
    for (int round = 0; round < 3; round++) {
        pthread_mutex_lock(&lock);
        int seen = number;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        if (round == 2 && seen < 9) number = number + 1;
        other++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *set(void *unused) {
    pthread_mutex_lock(&lock);
    number = 5;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t counting, setting;
    if (pthread_create(&counting, NULL, count, NULL) != 0) return 1;
    if (pthread_create(&setting, NULL, set, NULL) != 0) return 1;
    pthread_join(counting, NULL);
    pthread_join(setting, NULL);
    return number > other;
}
