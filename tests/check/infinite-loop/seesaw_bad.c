// Two steps forward and two steps back: a period of two.
#include <stdio.h>

int main(void) {
    int at = 1, step = 2;
    while (at != 10) { // expect: infinite-loop
        at += step;
        step = -step;
    }
    printf("%d\n", at);
    return 0;
}
