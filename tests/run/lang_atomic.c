// _Atomic variables and <stdatomic.h>: fetch operations, exchange, compare-exchange, flags.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static atomic_int counter = 5;
static _Atomic uint64_t wide = 1;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(short) small = -1;

struct node { int v; struct node *next; };
static _Atomic(struct node *) head;

static void push(struct node *n) {
    struct node *old = atomic_load(&head);
    do n->next = old;
    while (!atomic_compare_exchange_weak(&head, &old, n));
}

int main(void) {
    printf("%d ", atomic_fetch_add(&counter, 10));
    printf("%d ", atomic_fetch_sub(&counter, 3));
    printf("%d ", atomic_fetch_or(&counter, 0x40));
    printf("%d ", atomic_fetch_and(&counter, ~4));
    printf("%d ", atomic_fetch_xor(&counter, 0xff));
    printf("%d\n", atomic_load(&counter));
    printf("%d ", atomic_exchange(&counter, 99));
    int expected = 98;
    printf("%d ", atomic_compare_exchange_strong(&counter, &expected, 1));
    printf("%d ", expected);
    printf("%d ", atomic_compare_exchange_strong_explicit(&counter, &expected, 1, memory_order_acq_rel, memory_order_relaxed));
    printf("%d\n", counter);
    counter++;
    counter += 20;
    --counter;
    counter *= 3;
    printf("%d\n", counter);
    for (int i = 0; i < 40; i++) wide *= 3;
    wide <<= 1;
    printf("%llu\n", (unsigned long long)wide);
    small -= 32767;
    printf("%d\n", small);
    printf("%d ", atomic_flag_test_and_set(&flag));
    printf("%d ", atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    printf("%d\n", atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
    struct node n[4];
    for (int i = 0; i < 4; i++) {
        n[i].v = i * i;
        push(&n[i]);
    }
    for (struct node *p = head; p; p = p->next) printf("%d ", p->v);
    puts("");
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&counter, 23, memory_order_release);
    atomic_bool b = 0;
    atomic_init(&b, 1);
    printf("%d\n", atomic_exchange(&b, 0));
    return counter;
}
