// Who frees it is written in another file, or behind a pointer.
#include <stdlib.h>
#include <string.h>

struct allocator {
    void *(*allocate)(size_t size);
    void (*release)(void *block);
};

void release_block(void *block);

static void free_text(char **text) {
    free(*text);
}

int with_stranger(void) {
    char *block = malloc(10);
    if (block == NULL)
        return -1;
    block[0] = 'a';
    release_block(block);
    return 0;
}

int with_pointer(struct allocator *allocator) {
    char *block = malloc(10); // expect: memory-leak
    if (block == NULL)
        return -1;
    block[0] = 'a';
    if (allocator->release == NULL)
        return 0;
    allocator->release(block);
    return 0;
}

int with_attribute(const char *text) {
    __attribute__((cleanup(free_text))) char *copy = strdup(text);
    if (copy == NULL)
        return -1;
    return copy[0] == '#';
}

int with_hooks(struct allocator *allocator) {
    int *block = allocator->allocate(sizeof *block);
    *block = 1;
    return *block;
}
