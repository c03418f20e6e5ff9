// Two steps forward and two steps back: a period of two.
#include <stdio.h>

int main(void) {
    int at = 1, step = 2;
    while (at != 10) {
        at += step;
        step = 9 - at < 2 ? 9 - at + 1 : 2;
    }
    printf("%d\n", at);
    return 0;
}
