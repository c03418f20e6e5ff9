// Ring buffer and deque: wraparound, full and empty, growth, and the Josephus problem.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct ring { int *v; size_t cap, head, len; };

static bool push_back(struct ring *r, int x) {
    if (r->len == r->cap) return false;
    r->v[(r->head + r->len++) % r->cap] = x;
    return true;
}
static bool push_front(struct ring *r, int x) {
    if (r->len == r->cap) return false;
    r->head = (r->head + r->cap - 1) % r->cap;
    r->v[r->head] = x;
    r->len++;
    return true;
}
static bool pop_front(struct ring *r, int *x) {
    if (!r->len) return false;
    *x = r->v[r->head];
    r->head = (r->head + 1) % r->cap;
    r->len--;
    return true;
}
static bool pop_back(struct ring *r, int *x) {
    if (!r->len) return false;
    *x = r->v[(r->head + --r->len) % r->cap];
    return true;
}
static void grow(struct ring *r) {
    int *v = malloc(2 * r->cap * sizeof *v);
    if (!v) exit(1);
    for (size_t i = 0; i < r->len; i++) v[i] = r->v[(r->head + i) % r->cap];
    free(r->v);
    *r = (struct ring){v, 2 * r->cap, 0, r->len};
}
static void show(const struct ring *r) {
    for (size_t i = 0; i < r->len; i++) printf("%d ", r->v[(r->head + i) % r->cap]);
    printf("(%zu/%zu)\n", r->len, r->cap);
}

int main(void) {
    struct ring r = {malloc(5 * sizeof(int)), 5, 0, 0};
    if (!r.v) return 1;
    int x = -1;
    printf("%d\n", pop_front(&r, &x));
    for (int i = 0; i < 7; i++) printf("%d", push_back(&r, i));
    puts("");
    show(&r);
    for (int i = 0; i < 3; i++) pop_front(&r, &x);
    printf("%d\n", x);
    push_back(&r, 10);
    push_front(&r, 20);
    push_front(&r, 30);
    show(&r);
    pop_back(&r, &x);
    printf("%d\n", x);
    grow(&r);
    push_back(&r, 99);
    show(&r);
    while (r.len) pop_front(&r, &x);
    while (r.cap < 41) grow(&r);
    for (int i = 1; i <= 41; i++) push_back(&r, i);
    while (r.len > 1) {
        for (int k = 0; k < 2; k++) pop_front(&r, &x), push_back(&r, x);
        pop_front(&r, &x);
    }
    pop_front(&r, &x);
    printf("survivor %d\n", x);
    free(r.v);
    return x;
}
