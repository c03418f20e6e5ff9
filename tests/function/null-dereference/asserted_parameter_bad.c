// What an assertion asks is for callers to keep.
#include <assert.h>
#include <stdlib.h>

struct queue {
    int *items;
    int count;
    int room;
};

int head(const struct queue *queue) {
    assert(queue != NULL);
    assert(queue->count > 0 && queue->items != NULL);
    return queue->items[0];
}

int tail(const struct queue *queue) {
    assert(queue != NULL);
    if (queue->items == NULL)
        return queue->items[0]; // expect: null-dereference
    return queue->items[queue->count - 1];
}

int average(const struct queue *queue) {
    int sum = 0;
    if (queue->count == 0)
        abort();
    for (int i = 0; i < queue->count; i++)
        sum += queue->items[i];
    return sum / queue->count;
}
