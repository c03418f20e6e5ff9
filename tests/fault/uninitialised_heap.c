// A branch on fresh memory from malloc, after a copy.
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *a = malloc(8), *b = malloc(8);
    if (!a || !b)
        return 1;
    memcpy(b, a, 8);
    b[0] = 1;
    int r = b[0];
    if (b[5] == 'x') // expect: uninitialised-read
        r++;
    free(a);
    free(b);
    return r - 1;
}
