// Allocations that no machine can serve return null and set errno.
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    volatile size_t sizes[] = {(size_t)1 << 46, (size_t)1 << 62, SIZE_MAX, PTRDIFF_MAX};
    for (int i = 0; i < 4; i++) {
        errno = 0;
        void *p = malloc(sizes[i]);
        printf("%d %d\n", p == NULL, errno == ENOMEM);
        free(p);
    }
    errno = 0;
    void *p = calloc(sizes[0], sizes[0]);
    printf("%d %d\n", p == NULL, errno == ENOMEM);
    char *q = malloc(8);
    char *r = realloc(q, sizes[1]);
    printf("%d\n", r == NULL);
    free(q);
    return 0;
}
