// A door must be closed before it is locked.
#include <assert.h>
#include <stdio.h>

enum door { OPEN, CLOSED, LOCKED };

static enum door lock(enum door door) {
    assert(door == CLOSED);
    return LOCKED;
}

int main(void) {
    enum door door = OPEN;
    int c;
    while ((c = getchar()) != EOF) {
        switch (c) {
        case 'c':
            if (door == OPEN)
                door = CLOSED;
            break;
        case 'l':
            if (door == CLOSED)
                door = lock(door);
            break;
        default:
            return door == LOCKED;
        }
    }
    return 0;
}
