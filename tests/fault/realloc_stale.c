// The old pointer after realloc.
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    p[0] = 1;
    char *q = realloc(p, 4000);
    if (!q)
        return 1;
    p[0] = 2; // expect: use-after-free
    free(q);
    return 0;
}
