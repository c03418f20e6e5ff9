// A node is found in its owner by its offset; the wrong owner is larger.
#include <stddef.h>
#include <stdio.h>

struct node {
    struct node *next;
};

struct job {
    int priority;
    struct node node;
    int result;
};

#define owner_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

int main(void) {
    struct job job = {3, {NULL}, 7};
    struct node alone = {NULL};
    struct node *list[2] = {&job.node, &alone};
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += owner_of(list[i], struct job, node)->priority; // expect: out-of-bounds-read
    printf("%d\n", sum + job.result);
    return 0;
}
