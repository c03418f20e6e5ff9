// Loops of millions of iterations that only add: what they leave behind is exact, in a variable, in memory
// and behind a pointer.
#include <stdio.h>

static long total;

static void count(int *twice, unsigned down) {
    for (int i = 0; i < 3000000; i++) {
        total = total + 1;
        *twice += 2;
    }
    while (down > 7) {
        down -= 3;
        total--;
    }
    total += down;
}

int main(void) {
    int twice = 5, room[4] = {0};
    count(&twice, 3000000);
    // 3,000,000 iterations, then 999,998 of which each takes one, and 6 are left.
    room[total - 2000005] = 1;
    room[twice - 6000001] = 1; // expect: buffer-overflow
    printf("%d\n", room[3]);
    return 0;
}
