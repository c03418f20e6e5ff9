// A loop that is entered past its head.
#include <stdio.h>

int main(void) {
    int turn = 0, red = 0;
    goto middle;
head:
    red = !red; // expect: infinite-loop
middle:
    turn = (turn + 1) % 3;
    if (turn + red < 4)
        goto head;
    printf("%d %d\n", turn, red);
    return 0;
}
