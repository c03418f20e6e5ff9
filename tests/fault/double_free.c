// Freeing twice.
#include <stdlib.h>
int main(void) {
    char *p = malloc(3);
    free(p);
    free(p); // expect: double-free
    return 0;
}
