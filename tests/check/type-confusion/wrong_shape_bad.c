// All shapes start alike, but a circle is no rectangle.
#include <stdio.h>
#include <stdlib.h>

struct shape {
    int kind;
};

struct circle {
    struct shape base;
    int radius;
};

struct rectangle {
    struct shape base;
    int width;
    int height;
};

static int perimeter(const struct shape *shape) {
    const struct rectangle *r = (const struct rectangle *)shape;
    return 2 * r->height; // expect: type-confusion
}

int main(void) {
    struct circle *circle = malloc(sizeof *circle);
    if (circle == NULL)
        return 1;
    circle->base.kind = 'c';
    circle->radius = 2;
    printf("%d\n", perimeter(&circle->base));
    free(circle);
    return 0;
}
