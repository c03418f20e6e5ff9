// An error in the loop leaves the lock taken, and the next iteration takes it again.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int letters;

int main(void) {
    for (int i = 0; i < 3; i++) {
        int c = getchar();
        pthread_mutex_lock(&lock);
        if (c == ' ') {
            pthread_mutex_unlock(&lock);
            continue;
        }
        letters++;
        pthread_mutex_unlock(&lock);
    }
    return letters > 3;
}
