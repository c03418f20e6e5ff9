// What is made once: by pthread_once, or by a flag.
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made;

static void make(void) {
    made = 3;
}

static int look(void) {
    pthread_once(&once, make);
    return 3;
}

static void *work(void *unused) {
    look();
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    int sum = look();
    pthread_join(thread, NULL);
    return made == sum ? 0 : 1;
}
