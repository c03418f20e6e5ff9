// A call under one lock takes the other one, far away.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t users = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t groups = PTHREAD_MUTEX_INITIALIZER;
static int user_count, group_count;

static void add_group(void) {
    pthread_mutex_lock(&groups);
    group_count++;
    pthread_mutex_unlock(&groups);
}

static void add_user(void) {
    pthread_mutex_lock(&users);
    user_count++;
    pthread_mutex_unlock(&users);
    add_group();
}

static void *report(void *unused) {
    pthread_mutex_lock(&groups);
    pthread_mutex_lock(&users);
    int total = user_count + group_count;
    pthread_mutex_unlock(&users);
    pthread_mutex_unlock(&groups);
    return total > 2 ? unused : NULL;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, report, NULL) != 0) {
        return 1;
    }
    add_user();
    pthread_join(thread, NULL);
    return 0;
}
