// A large block goes through a pipe in one piece, but the pointer in it is lost before.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct block {
    char *text;
    char rest[100000];
};

static int ends[2];
static struct block block;
static struct block copy;

static void *take(void *unused) {
    char *to = (char *)&copy;
    size_t have = 0;
    while (have < sizeof copy) {
        ssize_t got = read(ends[0], to + have, sizeof copy - have);
        if (got <= 0) {
            _exit(1);
        }
        have += (size_t)got;
    }
    free(copy.text);
    return unused;
}

int main(void) {
    pthread_t thread;
    size_t have = 0;
    if (pipe(ends) != 0) {
        return 1;
    }
    if (pthread_create(&thread, NULL, take, NULL) != 0) {
        return 1;
    }
    block.text = malloc(8); // expect-missing: memory-leak
    block.text = NULL;
    while (have < sizeof block) {
        ssize_t sent = write(ends[1], (char *)&block + have, sizeof block - have);
        if (sent < 0) {
            _exit(1);
        }
        have += (size_t)sent;
    }
    pthread_join(thread, NULL);
    close(ends[0]);
    close(ends[1]);
    return 0;
}
