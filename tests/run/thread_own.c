// What threads have for themselves: thread-local variables, keys, errno, and what runs when they end.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local int mine = 5;
static __thread char name[8] = "none";
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void drop(void *value) {
    pthread_mutex_lock(&lock);
    printf("dropping %s\n", (char *)value);
    pthread_mutex_unlock(&lock);
    free(value);
}

static void make_key(void) {
    printf("once\n");
    pthread_key_create(&key, drop);
}

static void *work(void *argument) {
    pthread_once(&once, make_key);
    mine += *(int *)argument;
    strcpy(name, "thread");
    errno = 7;
    char *value = malloc(8);
    if (!value) return NULL;
    snprintf(value, 8, "v%d", mine);
    pthread_setspecific(key, value);
    printf("%s %d %d %s\n", name, mine, errno, (char *)pthread_getspecific(key));
    if (mine == 7) pthread_exit(&mine == NULL ? NULL : argument);
    return NULL;
}

int main(void) {
    errno = 3;
    pthread_once(&once, make_key);
    for (int i = 1; i <= 2; i++) {
        pthread_t thread;
        void *result;
        if (pthread_create(&thread, NULL, work, &i) != 0) return 1;
        pthread_join(thread, &result);
        printf("%d\n", result == &i);
    }
    printf("%s %d %d %d\n", name, mine, errno, pthread_getspecific(key) == NULL);
    printf("%d\n", pthread_equal(pthread_self(), pthread_self()) != 0);
    return 0;
}
