// A work item is found from the link inside it; the link may be null.
#include <stddef.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer)-offsetof(type, member)))

struct link {
    struct link *next;
};

struct work {
    long id;
    int priority;
    struct link link;
};

long id_of(struct link *link) {
    struct work *work = container_of(link, struct work, link);
    if (link == NULL)
        work->id = 0; // expect: wild-pointer
    return work->id;
}

int next_priority(struct link *link) {
    if (link->next == NULL)
        return container_of(link->next, struct work, link)->priority; // expect: wild-pointer
    return 0;
}
