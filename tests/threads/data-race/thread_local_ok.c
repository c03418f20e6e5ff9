// A buffer that was meant to be each thread's own.
#include <pthread.h>
#include <stddef.h>

static _Thread_local char text[16];

static int name(int number) {
    text[0] = (char)('0' + number);
    return text[0] == '0' + number;
}

static void *work(void *unused) {
    name(1);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    int mine = name(2);
    pthread_join(thread, NULL);
    return mine ? 0 : 1;
}
