// Freeing a local variable.
#include <stdlib.h>
int main(void) {
    int x = 0;
    int *p = &x;
    free(p); // expect: bad-free
    return x;
}
