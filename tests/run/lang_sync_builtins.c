// The __sync and __atomic builtin families at 1, 2, 4 and 8 bytes, single thread.
#include <stdint.h>
#include <stdio.h>

#define EXERCISE(T, fmt) do { \
    T v = (T)100; \
    printf(#T ":"); \
    printf(" " fmt, __sync_fetch_and_add(&v, (T)50)); \
    printf(" " fmt, __sync_add_and_fetch(&v, (T)110)); \
    printf(" " fmt, __sync_sub_and_fetch(&v, (T)5)); \
    printf(" " fmt, __sync_fetch_and_or(&v, (T)0x18)); \
    printf(" " fmt, __sync_and_and_fetch(&v, (T)0x3c)); \
    printf(" " fmt, __sync_xor_and_fetch(&v, (T)-1)); \
    printf(" " fmt, __sync_val_compare_and_swap(&v, v, (T)7)); \
    printf(" %d", __sync_bool_compare_and_swap(&v, (T)8, (T)9)); \
    printf(" " fmt, __sync_lock_test_and_set(&v, (T)1)); \
    __sync_lock_release(&v); \
    printf(" " fmt "\n", v); \
} while (0)

#define ATOMICS(T, fmt) do { \
    T v = (T)-10, out, in = (T)33; \
    printf(#T ":"); \
    printf(" " fmt, __atomic_fetch_add(&v, (T)3, __ATOMIC_SEQ_CST)); \
    printf(" " fmt, __atomic_add_fetch(&v, (T)3, __ATOMIC_RELAXED)); \
    printf(" " fmt, __atomic_or_fetch(&v, (T)1, __ATOMIC_ACQ_REL)); \
    printf(" " fmt, __atomic_nand_fetch(&v, (T)0x0f, __ATOMIC_SEQ_CST)); \
    __atomic_exchange(&v, &in, &out, __ATOMIC_SEQ_CST); \
    printf(" " fmt, out); \
    printf(" " fmt, __atomic_exchange_n(&v, (T)44, __ATOMIC_ACQUIRE)); \
    __atomic_store_n(&v, (T)55, __ATOMIC_RELEASE); \
    T want = (T)54; \
    printf(" %d", __atomic_compare_exchange_n(&v, &want, (T)1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)); \
    printf(" " fmt, want); \
    __atomic_load(&v, &out, __ATOMIC_SEQ_CST); \
    printf(" " fmt "\n", out); \
} while (0)

typedef signed char s8;
typedef unsigned short u16;
typedef unsigned long u64;
typedef long s64;

int main(void) {
    EXERCISE(s8, "%d");
    EXERCISE(u16, "%d");
    EXERCISE(int, "%d");
    EXERCISE(unsigned, "%u");
    EXERCISE(s64, "%ld");
    ATOMICS(s8, "%d");
    ATOMICS(u16, "%d");
    ATOMICS(int, "%d");
    ATOMICS(u64, "%lu");
    int cells[3] = {1, 2, 3};
    int *p = cells;
    int *old = __atomic_fetch_add(&p, 2 * sizeof *p, __ATOMIC_SEQ_CST);
    printf("%d %d\n", *old, *p);
    __sync_synchronize();
    char lock = 0;
    printf("%d", __atomic_test_and_set(&lock, __ATOMIC_SEQ_CST));
    printf("%d\n", __atomic_test_and_set(&lock, __ATOMIC_SEQ_CST));
    __atomic_clear(&lock, __ATOMIC_SEQ_CST);
    return lock + 17;
}
