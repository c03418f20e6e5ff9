// Figure 6 of "Adding Constraint Building Mechanisms to a Symbolic Execution Engine":
// a buffer is asked for as many events as it says that it has.
#include <stddef.h>
#include <stdio.h>

struct event {
    int level;
};

struct cyclic {
    int num;
    int first;
    int max;
    struct event **ea;
};

static struct event *get(struct cyclic *cb) {
    struct event *r = NULL;
    if (cb->num > 0) {
        cb->num--;
        r = cb->ea[cb->first];
        cb->ea[cb->first] = NULL;
        if (++cb->first == cb->max) {
            cb->first = 0;
        }
    }
    return r;
}

static int length(struct cyclic *cb) {
    return cb->num;
}

void send_buffer(struct cyclic *cb) {
    int len = length(cb);
    for (int i = 0; i < len; i++) {
        struct event *event = get(cb);
        printf("%d\n", event->level);
    }
}
