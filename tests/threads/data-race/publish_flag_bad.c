// A structure is published through a plain flag; through an atomic one.
#include <pthread.h>
#include <stdatomic.h>
#include <sched.h>
#include <stddef.h>

static struct {
    int width, height;
} picture;
static atomic_int ready;

static void *load(void *unused) {
    picture.width = 640;
    atomic_store(&ready, 1);
    picture.height = 480; // expect: data-race
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, load, NULL) != 0) {
        return 1;
    }
    while (!atomic_load(&ready)) {
        sched_yield();
    }
    int area = picture.width * picture.height;
    pthread_join(thread, NULL);
    return area > 0 ? 0 : 1;
}
