// The threads of C11.
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static int turn, total;
static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;

static void begin(void) {
    printf("begin\n");
}

static int work(void *argument) {
    int number = *(int *)argument;
    call_once(&flag, begin);
    tss_set(key, argument);
    mtx_lock(&lock);
    while (turn != number) cnd_wait(&changed, &lock);
    total = total * 10 + *(int *)tss_get(key);
    turn++;
    cnd_broadcast(&changed);
    mtx_unlock(&lock);
    return number * 100;
}

int main(void) {
    thrd_t threads[3];
    int numbers[3] = {2, 1, 0};
    mtx_init(&lock, mtx_plain);
    cnd_init(&changed);
    tss_create(&key, NULL);
    for (int i = 0; i < 3; i++) {
        if (thrd_create(&threads[i], work, &numbers[i]) != thrd_success) return 1;
    }
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int result;
        thrd_join(threads[i], &result);
        sum += result;
    }
    printf("%03d %d\n", total, sum);
    printf("%d %d\n", mtx_trylock(&lock) == thrd_success, mtx_trylock(&lock) == thrd_busy);
    mtx_unlock(&lock);
    mtx_destroy(&lock);
    cnd_destroy(&changed);
    tss_delete(key);
    return thrd_equal(thrd_current(), thrd_current()) ? 0 : 1;
}
