// Threads that count say so to a function whose source is not here.
#include <pthread.h>
#include <stddef.h>

void say(const char *what);
void enter(void);
void leave(void);

static int count;

static void *work(void *unused) {
    say("counts");
    count++; // expect: atomicity-violation
    return unused;
}

int main(void) {
    pthread_t first, second;
    if (pthread_create(&first, NULL, work, NULL) != 0) {
        return 1;
    }
    if (pthread_create(&second, NULL, work, NULL) == 0) {
        pthread_join(second, NULL);
    }
    pthread_join(first, NULL);
    say("done");
    return count != 2;
}
