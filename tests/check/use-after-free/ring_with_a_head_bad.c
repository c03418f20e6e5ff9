// Lines are counted in a ring that begins with its own head.
#include <stdio.h>
#include <stdlib.h>

struct link {
    struct link *before, *next;
};

static struct link head = {&head, &head};

int main(void) {
    while (getchar() != EOF) {
        struct link *link = malloc(sizeof *link);
        if (!link)
            break;
        link->next = &head;
        link->before = head.before;
        head.before->next = link;
        head.before = link;
    }
    while (head.next != &head) {
        struct link *link = head.next;
        link->before->next = link->next;
        free(link);
        link->next->before = link->before; // expect: use-after-free
    }
    return 0;
}
