// Of a large block only a part may be written, which is counted as if it were all.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];
static char block[100000];
static char copy[100];
static long left;

static void *take(void *unused) {
    while (read(ends[0], copy, sizeof copy) > 0) {
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pipe(ends) != 0) {
        return 1;
    }
    if (pthread_create(&thread, NULL, take, NULL) != 0) {
        return 1;
    }
    long sent = write(ends[1], block, sizeof block);
    if (sent == 50000) {
        left = 100 / (sent - 50000); // expect: division-by-zero
    }
    close(ends[1]);
    pthread_join(thread, NULL);
    close(ends[0]);
    return (int)left;
}
