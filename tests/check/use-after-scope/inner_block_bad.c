// A pointer to a variable of an inner block is used after the block.
#include <stdio.h>

int main(void) {
    int c = getchar();
    const int *chosen = NULL;
    int fallback = 10;
    if (c == 'y') {
        int special = 20;
        chosen = &special;
    } else {
        chosen = &fallback;
    }
    printf("%d\n", *chosen); // expect: use-after-scope
    return 0;
}
