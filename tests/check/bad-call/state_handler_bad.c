// A state machine by function pointers, one of which ends the run.
#include <stdio.h>

struct machine;
typedef void (*state)(struct machine *, int);

struct machine {
    state state;
    int digits;
};

static void number(struct machine *m, int c) {
    if (c >= '0' && c <= '9')
        m->digits++;
    else
        m->state = NULL;
}

int main(void) {
    struct machine m = {number, 0};
    int c;
    while ((c = getchar()) != EOF && m.digits < 4)
        m.state(&m, c); // expect: bad-call
    printf("%d\n", m.digits);
    return 0;
}
