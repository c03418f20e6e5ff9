// A connection changes its state; only an open one has a buffer.
#include <stddef.h>

enum state { CLOSED, OPENING, OPEN };

struct connection {
    enum state state;
    char *buffer;
    size_t used;
};

static const enum state next_state[3][2] = {{OPENING, CLOSED}, {OPEN, CLOSED}, {OPEN, CLOSED}};

void advance(struct connection *connection, int failed) {
    connection->state = next_state[connection->state][failed != 0];
    if (connection->state == CLOSED) {
        connection->buffer = NULL;
        connection->used = 0;
    }
}

int receive(struct connection *connection, char c) {
    if (connection->state != OPEN)
        return -1;
    connection->buffer[connection->used++] = c;
    return 0;
}

int peek(const struct connection *connection) {
    if (connection->buffer == NULL && connection->state == OPEN)
        return -1;
    return connection->state == OPEN ? connection->buffer[0] : 0;
}
