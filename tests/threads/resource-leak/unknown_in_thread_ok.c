// A thread runs code without a body, which may know the pipe; main closes both ends.
#include <pthread.h>
#include <unistd.h>

void greet(void);

static int ends[2];

static void *work(void *unused) {
    greet();
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pipe(ends) != 0) return 1;
    if (pthread_create(&thread, NULL, work, NULL) == 0) pthread_join(thread, NULL);
    close(ends[0]);
    close(ends[1]);
    return 0;
}
