// Objects of a static pool are given back to the heap.
#include <stdio.h>
#include <stdlib.h>

struct event {
    int kind;
    int used;
};

static struct event pool[4];

static struct event *event_new(int kind) {
    for (int i = 0; i < 4; i++)
        if (!pool[i].used) {
            pool[i].used = 1;
            pool[i].kind = kind;
            return &pool[i];
        }
    return NULL;
}

int main(void) {
    struct event *event = event_new(3);
    if (event == NULL)
        return 1;
    printf("%d\n", event->kind);
    event->used = 0;
    return 0;
}
