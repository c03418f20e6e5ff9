// A thread runs code without a body; one end of the pipe stays open.
#include <pthread.h>
#include <unistd.h>

void greet(void);

static void *work(void *unused) {
    greet();
    return unused;
}

int main(void) {
    int ends[2];
    pthread_t thread;
    if (pipe(ends) != 0) return 1; // expect: resource-leak
    if (pthread_create(&thread, NULL, work, NULL) == 0) pthread_join(thread, NULL);
    close(ends[0]);
    return 0;
}
