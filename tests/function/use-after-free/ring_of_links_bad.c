// Every entry of a ring is taken out; what is before it may be the head.
#include <stdlib.h>

struct link {
    struct link *before, *next;
};

static void take_out(struct link *link) {
    link->before->next = link->next; // expect: use-after-free
    link->next->before = link->before;
}

void clear(struct link *head) {
    while (head->next != head) {
        struct link *link = head->next;
        free(link);
        take_out(link);
    }
}
