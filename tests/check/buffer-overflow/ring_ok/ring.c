#include "ring.h"

void ring_put(struct ring *ring, int item) {
    ring->items[ring->next] = item;
    ring->next++;
    if (ring->next == RING_SIZE)
        ring->next = 0;
}
