// A traffic light has three colours, none of which is the fourth.
#include <stdio.h>

enum light { RED, GREEN, YELLOW, OFF };

static enum light next(enum light now) {
    switch (now) {
    case RED:
        return GREEN;
    case GREEN:
        return YELLOW;
    default:
        return RED;
    }
}

int main(void) {
    enum light now = RED;
    while (now != OFF) // expect: infinite-loop
        now = next(now);
    puts("off");
    return 0;
}
