// A cache keeps a session that its owner has closed.
#include <stdio.h>
#include <stdlib.h>

struct session {
    int id;
    int requests;
};

static struct session *last;

static struct session *session_open(int id) {
    struct session *s = malloc(sizeof *s);
    if (s == NULL)
        return NULL;
    s->id = id;
    s->requests = 0;
    last = s;
    return s;
}

static void session_close(struct session *s) {
    if (last == s)
        last = NULL;
    free(s);
}

int main(void) {
    struct session *s = session_open(5);
    if (s == NULL)
        return 1;
    session_close(s);
    if (last != NULL)
        last->requests++;
    return 0;
}
