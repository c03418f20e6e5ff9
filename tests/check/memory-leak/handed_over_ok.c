// What unknown code is given it may keep, free or close; and it may change variables that
// other files see.
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

void keep(void *what);
void start(void);

int started;

int main(void) {
    struct node *first = malloc(sizeof *first);
    if (first == NULL)
        return 1;
    first->next = malloc(sizeof *first);
    keep(first);
    FILE *log = fopen("log.txt", "w");
    if (log != NULL)
        keep(log);
    start();
    if (!started) {
        int none = started;
        return 1 / none;
    }
    return 0;
}
