// Blocks that someone can still reach.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    char *text;
};

struct link {
    struct link *next;
};

struct work {
    int number;
    struct link link;
};

struct context {
    void *data;
    uintptr_t tagged;
    struct node *list;
    struct link *works;
    struct node nodes[4];
};

static struct node *recent;
void hash_insert(void *table, const char *key, void *value);

int keep_in_member(struct context *context, size_t size) {
    context->data = malloc(size);
    return context->data == NULL;
}

int keep_in_list(struct context *context, const char *text) {
    struct node *node = malloc(sizeof *node); // expect: memory-leak
    if (node == NULL)
        return -1;
    node->text = strdup(text);
    if (node->text == NULL)
        return -1;
    node->next = context->list;
    context->list = node;
    return 0;
}

int keep_inner_link(struct context *context, int number) {
    struct work *work = malloc(sizeof *work);
    if (work == NULL)
        return -1;
    work->number = number;
    work->link.next = context->works;
    context->works = &work->link;
    return 0;
}

void *keep_behind_header(size_t size) {
    size_t *block = malloc(sizeof *block + size);
    if (block == NULL)
        return NULL;
    *block = size;
    return block + 1;
}

int keep_tagged(struct context *context) {
    void *block = malloc(32);
    if (block == NULL)
        return -1;
    context->tagged = (uintptr_t)block | 1;
    return 0;
}

int keep_in_static(const char *text) {
    struct node *node = calloc(1, sizeof *node);
    if (node == NULL)
        return -1;
    node->text = strdup(text);
    node->next = recent;
    recent = node;
    return 0;
}

int keep_with_stranger(void *table, const char *key) {
    char *copy = strdup(key);
    if (copy == NULL)
        return -1;
    hash_insert(table, copy, copy);
    return 0;
}

int keep_by_copy(struct context *context, int index) {
    struct node node = {.next = NULL, .text = malloc(8)};
    if (node.text == NULL)
        return -1;
    node.text[0] = '\0';
    memcpy(&context->nodes[index], &node, sizeof node);
    return 0;
}

int keep_at_tail(struct node *list, char **out) {
    struct node **tail = &list->next;
    while (*tail != NULL)
        tail = &(*tail)->next;
    *tail = malloc(sizeof **tail);
    if (*tail == NULL)
        return -1;
    (*tail)->next = NULL;
    (*tail)->text = *out = strdup("last");
    return 0;
}

void keep_in_place(char **texts, int count) {
    for (int i = 0; i < count; i++)
        texts[i] = strdup("");
}

const char *cached_name(int number) {
    static char *name;
    if (name == NULL)
        name = malloc(16);
    if (name != NULL)
        name[0] = (char)('a' + number % 26);
    return name;
}
