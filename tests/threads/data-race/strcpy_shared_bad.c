// A status text is replaced while it is printed.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char status[32] = "starting";
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    strcpy(status, "running");
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    printf("%s\n", status); // expect: data-race
    pthread_join(thread, NULL);
    return 0;
}
