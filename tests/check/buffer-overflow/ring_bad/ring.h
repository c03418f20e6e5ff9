#ifndef RING_H
#define RING_H

enum { RING_SIZE = 4 };

struct ring {
    int items[RING_SIZE];
    int next;
};

void ring_put(struct ring *ring, int item);

#endif
