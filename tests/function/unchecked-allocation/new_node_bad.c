// Memory need not be there.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    int value;
};

struct hooks {
    void *(*allocate)(size_t size);
};

void *pool_alloc(size_t size);

static void *alloc_or_exit(size_t size) {
    void *block = malloc(size);
    if (block == NULL) {
        fputs("no memory\n", stderr);
        exit(1);
    }
    return block;
}

struct node *push(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->next = list; // expect: unchecked-allocation
    node->value = value;
    return node;
}

char *upper_copy(const char *text) {
    char *copy = strdup(text);
    if (copy[0] >= 'a' && copy[0] <= 'z') // expect: unchecked-allocation
        copy[0] -= 'a' - 'A';
    return copy;
}

struct node *push_or_exit(struct node *list, int value) {
    struct node *node = alloc_or_exit(sizeof *node);
    node->next = list;
    node->value = value;
    return node;
}

struct node *push_from_pool(struct node *list, const struct hooks *hooks) {
    struct node *node = pool_alloc(sizeof *node), *other = hooks->allocate(sizeof *other);
    node->next = other;
    other->next = list;
    return node;
}

int *two_blocks(int **second, size_t size) {
    int *a = malloc(size), *b = malloc(size);
    if (a == NULL || b == NULL) {
        free(a);
        free(b);
        return NULL;
    }
    *second = b;
    return a;
}
