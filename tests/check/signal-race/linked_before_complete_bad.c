// A node is linked into a list that a handler walks before all of it is written, or afterwards.
#include <signal.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *head;
static volatile sig_atomic_t sum;

static void on_signal(int number) {
    int all = 0;
    for (struct node *at = head; at != NULL; at = at->next) {
        all += at->value;
    }
    sum = all;
}

int main(void) {
    signal(SIGUSR1, on_signal);
    for (int i = 0; i < 2; i++) {
        struct node *new = malloc(sizeof *new);
        if (new == NULL) {
            break;
        }
        struct node *first = head;
        new->value = i;
        head = new; // expect: signal-race
        new->next = first;
    }
    while (head != NULL) {
        struct node *first = head;
        head = first->next;
        free(first);
    }
    return sum;
}
