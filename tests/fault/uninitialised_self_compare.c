// An undefined value is still equal to itself: the loop ends.
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    int n = 0;
    if (!p)
        return 1;
    while (*p != *p) // expect: uninitialised-read
        n++;
    free(p);
    return n;
}
