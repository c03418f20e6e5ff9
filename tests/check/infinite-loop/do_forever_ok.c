// A do loop whose condition is always true.
#include <stdio.h>

static void countdown(int from) {
    do {
        printf("%d\n", from--);
    } while (from > 0);
}

int main(void) {
    countdown(3);
    return 0;
}
