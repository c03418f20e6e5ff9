// Using a heap block after it was freed.
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 1;
    *p = 7;
    free(p);
    return *p; // expect: use-after-free
}
