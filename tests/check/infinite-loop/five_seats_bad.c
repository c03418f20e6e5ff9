// Every second seat of five, in an array: all seats are taken, and the search goes on.
#include <stdio.h>

int main(void) {
    char taken[5] = {1, 1, 1, 1, 1};
    int seat = 0;
    while (taken[seat]) // expect: infinite-loop
        seat = (seat + 2) % 5;
    printf("%d\n", seat);
    return 0;
}
