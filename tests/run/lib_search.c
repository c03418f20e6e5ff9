// search.h: tsearch trees with walk and delete, hsearch table, lfind and lsearch, insque.
// flags: -D_GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int cmp(const void *a, const void *b) { return strcmp(a, b); }
static int icmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int visited;
static void walk(const void *node, VISIT which, int depth) {
    (void)depth;
    if (which == postorder || which == leaf) {
        printf("%s ", *(char *const *)node);
        visited++;
    }
}

struct q { struct q *next, *prev; int v; };

int main(void) {
    char *words[] = {"mango", "apple", "pear", "fig", "apple", "kiwi", "plum"};
    void *root = NULL;
    int dup = 0;
    for (int i = 0; i < 7; i++) {
        char **slot = tsearch(words[i], &root, cmp);
        dup += *slot != words[i];
    }
    twalk(root, walk);
    printf("| %d dup %d\n", visited, dup);
    printf("%d %d\n", tfind("fig", &root, cmp) != NULL, tfind("lime", &root, cmp) != NULL);
    tdelete("fig", &root, cmp);
    tdelete("mango", &root, cmp);
    twalk(root, walk);
    puts("");
    while (root) tdelete(*(char **)root, &root, cmp);
    hcreate(20);
    for (long i = 0; i < 7; i++) hsearch((ENTRY){words[i], (void *)(i * 10)}, ENTER);
    ENTRY *e = hsearch((ENTRY){"pear", NULL}, FIND);
    printf("%ld ", (long)e->data);
    e = hsearch((ENTRY){"apple", NULL}, FIND);
    printf("%ld %d\n", (long)e->data, hsearch((ENTRY){"none", NULL}, FIND) == NULL);
    hdestroy();
    int arr[10] = {5, 3, 9};
    size_t n = 3;
    int key = 9;
    int *hit = lfind(&key, arr, &n, sizeof *arr, icmp);
    printf("%td ", hit - arr);
    key = 7;
    printf("%d ", lfind(&key, arr, &n, sizeof *arr, icmp) == NULL);
    hit = lsearch(&key, arr, &n, sizeof *arr, icmp);
    printf("%td %zu\n", hit - arr, n);
    struct q a = {NULL, NULL, 1}, b = {NULL, NULL, 2}, c = {NULL, NULL, 3};
    insque(&a, NULL);
    insque(&c, &a);
    insque(&b, &a);
    remque(&c);
    for (struct q *p = &a; p; p = p->next) printf("%d ", p->v);
    puts("");
    return visited;
}
