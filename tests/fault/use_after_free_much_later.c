// A dangling pointer still names the dead block after many other allocations.
#include <stdlib.h>
int main(void) {
    char *p = malloc(10);
    free(p);
    for (int i = 0; i < 5000; i++)
        free(malloc(10));
    p[3] = 1; // expect: use-after-free
    return 0;
}
