// Two threads in turns by semaphores, several meeting at a barrier, readers and writers, spinning on
// atomics.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>

static sem_t ping, pong;

static void *answer(void *unused) {
    for (int i = 0; i < 3; i++) {
        sem_wait(&ping);
        printf("pong %d\n", i);
        sem_post(&pong);
    }
    return unused;
}

static pthread_barrier_t barrier;
static atomic_int before, serial;

static void *meet(void *unused) {
    atomic_fetch_add(&before, 1);
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) atomic_fetch_add(&serial, 1);
    return atomic_load(&before) == 3 ? unused : &before;
}

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static int entries;

static void *write_entry(void *unused) {
    pthread_rwlock_wrlock(&table);
    entries++;
    pthread_rwlock_unlock(&table);
    return unused;
}

static void *read_entries(void *unused) {
    pthread_rwlock_rdlock(&table);
    int seen = entries;
    pthread_rwlock_unlock(&table);
    return seen <= 2 ? unused : &entries;
}

static atomic_int ready;
static int message;

static void *publish(void *unused) {
    message = 42;
    atomic_store(&ready, 1);
    return unused;
}

static pthread_spinlock_t spin;

int main(void) {
    pthread_t threads[4];
    sem_init(&ping, 0, 0);
    sem_init(&pong, 0, 0);
    pthread_create(&threads[0], NULL, answer, NULL);
    for (int i = 0; i < 3; i++) {
        printf("ping %d\n", i);
        sem_post(&ping);
        sem_wait(&pong);
    }
    pthread_join(threads[0], NULL);

    pthread_barrier_init(&barrier, NULL, 3);
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, meet, NULL);
    int bad = 0;
    for (int i = 0; i < 3; i++) {
        void *result;
        pthread_join(threads[i], &result);
        bad += result != NULL;
    }
    printf("met %d, serial %d, bad %d\n", before, serial, bad);

    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, i % 2 ? read_entries : write_entry, NULL);
    for (int i = 0; i < 4; i++) {
        void *result;
        pthread_join(threads[i], &result);
        bad += result != NULL;
    }
    printf("entries %d, bad %d\n", entries, bad);

    pthread_create(&threads[0], NULL, publish, NULL);
    while (!atomic_load(&ready)) sched_yield();
    printf("message %d\n", message);
    pthread_join(threads[0], NULL);
    atomic_store(&ready, 0);
    pthread_create(&threads[0], NULL, publish, NULL);
    while (!atomic_load(&ready)) {
    }
    pthread_join(threads[0], NULL);

    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&spin);
    printf("busy %d\n", pthread_spin_trylock(&spin) != 0);
    pthread_spin_unlock(&spin);
    return 0;
}
