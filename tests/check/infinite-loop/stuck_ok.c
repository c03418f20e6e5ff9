// Nothing in the loop changes what it waits for.
#include <stdio.h>

int main(void) {
    int left = 5, done = 0;
    while (left > 0) {
        done++;
        done++;
        left--;
    }
    printf("%d\n", done);
    return 0;
}
