// Money goes from one account to another, and back at the same time.
#include <pthread.h>
#include <stddef.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account accounts[2] = {
    {PTHREAD_MUTEX_INITIALIZER, 10},
    {PTHREAD_MUTEX_INITIALIZER, 20},
};

static void move(struct account *from, struct account *to, int amount) {
    pthread_mutex_lock(from < to ? &from->lock : &to->lock);
    pthread_mutex_lock(from < to ? &to->lock : &from->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

static void *work(void *unused) {
    move(&accounts[1], &accounts[0], 5);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    move(&accounts[0], &accounts[1], 5);
    pthread_join(thread, NULL);
    return accounts[0].balance == 10 ? 0 : 1;
}
