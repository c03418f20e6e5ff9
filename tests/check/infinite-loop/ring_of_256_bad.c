// A counter that wraps around before it can become negative.
#include <stdio.h>

int main(void) {
    int i;
    for (i = 0; i >= 0; i = (i + 1) % 256) { // expect: infinite-loop
        printf("%d\n", i);
    }
    return 0;
}
