// Pointer and integer round trips: tagged pointers, alignment masks, XOR links, intptr differences.
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct cell { alignas(8) int value; struct cell *next; };

static uintptr_t tag(struct cell *p, unsigned t) { return (uintptr_t)p | t; }
static struct cell *untag(uintptr_t v) { return (struct cell *)(v & ~(uintptr_t)7); }
static unsigned tag_of(uintptr_t v) { return v & 7; }

struct xnode { int v; uintptr_t link; };

static int xsum(struct xnode *start, int *steps) {
    uintptr_t prev = 0;
    int sum = 0;
    while (start) {
        sum = sum * 3 + start->v;
        (*steps)++;
        uintptr_t next = start->link ^ prev;
        prev = (uintptr_t)start;
        start = (struct xnode *)next;
    }
    return sum;
}

static void *align_up(void *p, size_t a) { return (void *)(((uintptr_t)p + a - 1) & ~(a - 1)); }

int main(void) {
    struct cell cells[4];
    uintptr_t tagged[4];
    for (unsigned i = 0; i < 4; i++) {
        cells[i].value = (int)(i * 11);
        tagged[i] = tag(&cells[i], 2 * i + 1);
    }
    for (int i = 0; i < 4; i++) printf("%d/%u ", untag(tagged[i])->value, tag_of(tagged[i]));
    puts("");
    printf("%d %d\n", untag(tagged[2]) == &cells[2], (int)((tagged[3] - tagged[0]) / sizeof *cells));

    struct xnode x[5];
    for (int i = 0; i < 5; i++) {
        x[i].v = i + 1;
        x[i].link = (i ? (uintptr_t)&x[i - 1] : 0) ^ (i < 4 ? (uintptr_t)&x[i + 1] : 0);
    }
    int steps = 0;
    printf("%d ", xsum(&x[0], &steps));
    printf("%d ", xsum(&x[4], &steps));
    printf("%d\n", steps);

    char *raw = malloc(300);
    if (!raw) return 1;
    for (size_t a = 1; a <= 128; a *= 4) {
        char *p = align_up(raw + 1, a);
        printf("%d%d ", (int)((uintptr_t)p % a), p > raw && p < raw + 1 + a);
        *p = 'x';
    }
    puts("");
    free(raw);

    int arr[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    intptr_t base = (intptr_t)arr;
    printf("%d %d\n", *(int *)(base + 5 * (intptr_t)sizeof(int)), (int)((intptr_t)&arr[6] - base));
    uint32_t lo = (uint32_t)(uintptr_t)&arr[3], hi = (uint32_t)((uint64_t)(uintptr_t)&arr[3] >> 32);
    printf("%d\n", *(int *)(uintptr_t)((uint64_t)hi << 32 | lo));
    printf("%d %d\n", (void *)0 == (void *)(uintptr_t)0, (uintptr_t)NULL == 0);
    return steps;
}
