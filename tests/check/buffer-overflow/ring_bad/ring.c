#include "ring.h"

void ring_put(struct ring *ring, int item) {
    ring->items[ring->next] = item; // expect: buffer-overflow
    ring->next++;
    if (ring->next > RING_SIZE)
        ring->next = 0;
}
