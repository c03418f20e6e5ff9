// A connection knows its server, and the server its first connection.
#include <stdlib.h>

struct connection;

struct server {
    struct connection *first;
    int count;
};

struct connection {
    struct server *server;
    struct connection *prev, *next;
    int bytes;
};

int close_first(struct server *server) {
    struct connection *connection = server->first;
    connection->server->first = connection->next;
    connection->server->count--;
    free(connection);
    return connection->bytes; // expect: use-after-free
}

struct connection *replace(struct connection *old) {
    struct server *server = old->server;
    old->prev->next = old->next;
    if (old->next != NULL)
        old->next->prev = old->prev;
    free(old);
    return server->first->next;
}
