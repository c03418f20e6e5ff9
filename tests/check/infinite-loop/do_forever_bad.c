// A do loop whose condition is always true.
#include <stdio.h>

static void countdown(int from) {
    do { // expect: infinite-loop
        printf("%d\n", from--);
    } while (1);
}

int main(void) {
    countdown(3);
    return 0;
}
