// A ring of eight characters in static memory, and rings of callers.
#define ROOM 8

struct ring {
    unsigned head, tail;
    char bytes[ROOM];
};

static char ring[ROOM];
static unsigned used;

int put(char c) {
    if (used >= ROOM)
        return -1;
    ring[used++] = c;
    return 0;
}

void put_known(char c) {
    ring[used++] = c;
}

int get(void) {
    return used > 0 ? ring[--used] : -1;
}

void push(struct ring *ring, char c) {
    ring->bytes[ring->head++] = c;
    if (ring->head == ROOM)
        ring->head = 0;
}

int pop(struct ring *ring) {
    if (ring->head == ring->tail)
        return -1;
    char c = ring->bytes[ring->tail];
    ring->tail = (ring->tail + 1) % ROOM;
    return c;
}

unsigned filled(const struct ring *ring) {
    return (ring->head - ring->tail) % ROOM;
}
