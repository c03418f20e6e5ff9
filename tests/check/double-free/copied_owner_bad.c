// A structure is copied with the pointer that it owns, and both copies are destroyed.
#include <stdio.h>
#include <stdlib.h>

struct vector {
    int *data;
    int count;
};

static void destroy(struct vector *v) {
    free(v->data); // expect: double-free
    v->data = NULL;
}

int main(void) {
    struct vector a = {malloc(3 * sizeof(int)), 3};
    if (a.data == NULL)
        return 1;
    struct vector b = a;
    printf("%d\n", b.count);
    destroy(&a);
    destroy(&b);
    return 0;
}
