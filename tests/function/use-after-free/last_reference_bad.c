// The last one to let go frees the object.
#include <stdio.h>
#include <stdlib.h>

struct object {
    int references;
    char *name;
};

static int release(struct object *object) {
    if (--object->references > 0)
        return 0;
    free(object->name);
    free(object);
    return 1;
}

int let_go(struct object *object) {
    if (--object->references == 0)
        free(object);
    return object->references; // expect: use-after-free
}

// The caller holds a reference of its own.
int use_and_release(struct object *object) {
    object->references++;
    puts(object->name);
    release(object);
    return object->references;
}

int release_two(struct object *a, struct object *b) {
    return release(a) + release(b);
}

int release_both_references(struct object *object) {
    release(object);
    return release(object);
}
