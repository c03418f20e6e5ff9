// A message goes through a queue; the sender keeps writing to it.
#include <pthread.h>
#include <stdlib.h>

struct message {
    int kind;
    int size;
    struct message *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static struct message *head;

static void send(struct message *message) {
    pthread_mutex_lock(&lock);
    message->next = head;
    head = message;
    pthread_cond_signal(&arrived);
    pthread_mutex_unlock(&lock);
}

static void *receive(void *unused) {
    pthread_mutex_lock(&lock);
    while (!head) {
        pthread_cond_wait(&arrived, &lock);
    }
    struct message *message = head;
    head = message->next;
    pthread_mutex_unlock(&lock);
    int total = message->kind + message->size;
    return total == 7 ? unused : NULL; // expect: uninitialised-read
}

int main(void) {
    struct message *message = malloc(sizeof *message);
    if (!message) {
        return 1;
    }
    pthread_t thread;
    if (pthread_create(&thread, NULL, receive, NULL) != 0) {
        free(message);
        return 1;
    }
    message->kind = 3;
    send(message);
    message->size = 4; // expect: data-race
    pthread_join(thread, NULL);
    free(message);
    return 0;
}
