// A queue of numbers in a ring: a number on standard input puts itself in, a "-" takes one out.
//
// What to look for: nothing. The indices stay in the ring, a full queue refuses, an empty
// one has nothing to give, and every error path frees what it should. Margay has nothing to say.
#include <stdio.h>
#include <stdlib.h>

struct queue {
    unsigned first, count, capacity;
    int *items;
};

static int put(struct queue *queue, int item) {
    if (queue->count == queue->capacity)
        return 0;
    queue->items[(queue->first + queue->count) % queue->capacity] = item;
    queue->count++;
    return 1;
}

static int take(struct queue *queue, int *item) {
    if (queue->count == 0)
        return 0;
    *item = queue->items[queue->first];
    queue->first = (queue->first + 1) % queue->capacity;
    queue->count--;
    return 1;
}

int main(void) {
    struct queue queue = {.capacity = 4};
    queue.items = malloc(queue.capacity * sizeof *queue.items);
    if (queue.items == NULL)
        return 1;
    char line[16];
    int status = 0;
    while (status == 0 && fgets(line, sizeof line, stdin) != NULL) {
        int item;
        if (line[0] == '-') {
            if (take(&queue, &item))
                printf("%d\n", item);
            else
                status = 1;
        } else if (sscanf(line, "%d", &item) != 1 || !put(&queue, item)) {
            status = 1;
        }
    }
    free(queue.items);
    return status;
}
