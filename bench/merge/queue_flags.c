/* A queue of commands with flags that are set and cleared. */
#include <stdio.h>
int main(void) {
    unsigned flags = 0; int queue[6], n = 0, c;
    while ((c = getchar()) != EOF) {
        if (c == 's') flags |= 1; else if (c == 'c') flags &= ~1u; else if (c == 't') flags ^= 2;
        else if (n < 6) queue[n++] = c; else n = 0;
    }
    for (int i = 0; i < n; i++) putchar(queue[i]);
    return flags == 3;
}
