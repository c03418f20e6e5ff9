// A list node is embedded in an item; what is freed must be the item.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct link {
    struct link *next;
};

struct item {
    int value;
    struct link link;
};

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

int main(void) {
    struct item *item = malloc(sizeof *item);
    if (item == NULL)
        return 1;
    item->value = 6;
    item->link.next = NULL;
    struct link *head = &item->link;
    printf("%d\n", container_of(head, struct item, link)->value);
    free(container_of(head, struct item, link));
    return 0;
}
