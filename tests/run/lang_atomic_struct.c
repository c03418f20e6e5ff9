// _Atomic objects without an instruction of their own: structs of 24 and 3 bytes, 16-byte integers.
// flags: -latomic
#include <stdatomic.h>
#include <stdio.h>

struct triple { long a, b, c; };
struct rgb { unsigned char r, g, b; };

static _Atomic struct triple shared;
static _Atomic struct rgb colour;
static _Atomic unsigned __int128 wide = 5;

/* The functions of libatomic by name, as other compilers call them. */
unsigned char atomic_add_1(void *, unsigned char, int) __asm__("__atomic_fetch_add_1");
unsigned short atomic_nand_2(void *, unsigned short, int) __asm__("__atomic_fetch_nand_2");
unsigned atomic_xor_4(void *, unsigned, int) __asm__("__atomic_fetch_xor_4");
unsigned long atomic_sub_8(void *, unsigned long, int) __asm__("__atomic_fetch_sub_8");
unsigned long atomic_swap_8(void *, unsigned long, int) __asm__("__atomic_exchange_8");
unsigned atomic_get_4(void *, int) __asm__("__atomic_load_4");
void atomic_put_4(void *, unsigned, int) __asm__("__atomic_store_4");
_Bool atomic_lock_free(unsigned long, void *) __asm__("__atomic_is_lock_free");
_Bool atomic_cas_4(void *, void *, unsigned, int, int) __asm__("__atomic_compare_exchange_4");
unsigned __int128 atomic_or_16(void *, unsigned __int128, int) __asm__("__atomic_fetch_or_16");
unsigned __int128 atomic_get_16(void *, int) __asm__("__atomic_load_16");

static void show(const char *what, struct triple t) {
    printf("%s %ld %ld %ld\n", what, t.a, t.b, t.c);
}

static void show_wide(const char *what, unsigned __int128 x) {
    printf("%s %llx:%llx\n", what, (unsigned long long)(x >> 64), (unsigned long long)x);
}

int main(void) {
    atomic_init(&shared, ((struct triple){1, 2, 3}));
    struct triple seen = shared;
    show("load", seen);
    seen.b = 20;
    shared = seen;
    show("store", shared);
    show("exchange", atomic_exchange(&shared, ((struct triple){7, 8, 9})));
    struct triple expected = {7, 8, 0};
    printf("%d ", atomic_compare_exchange_strong(&shared, &expected, seen));
    show("refused", expected);
    printf("%d ", atomic_compare_exchange_strong(&shared, &expected, seen));
    show("taken", shared);
    printf("lock-free %d\n", atomic_is_lock_free(&shared));

    struct rgb c = colour;
    c.g = 200;
    colour = c;
    c = atomic_exchange(&colour, ((struct rgb){1, 2, 3}));
    printf("colour %d %d %d\n", c.r, c.g, c.b);

    atomic_fetch_add(&wide, (unsigned __int128)1 << 70);
    show_wide("was", atomic_fetch_or(&wide, 0xf0));
    show_wide("now", wide);
    unsigned __int128 raw __attribute__((aligned(16))) = (unsigned __int128)3 << 100;
    show_wide("or", atomic_or_16(&raw, 12, 5));
    show_wide("get", atomic_get_16(&raw, 5));

    unsigned char one = 250;
    int was = atomic_add_1(&one, 10, 5);
    printf("%d %d\n", was, one);
    unsigned short two = 0xff0f;
    was = atomic_nand_2(&two, 0x0ff0, 5);
    printf("%x %x\n", was, two);
    unsigned four = 0x12345678, old;
    old = atomic_xor_4(&four, 0xffff, 5);
    printf("%x %x\n", old, atomic_get_4(&four, 5));
    atomic_put_4(&four, 3, 5);
    old = 4;
    was = atomic_cas_4(&four, &old, 9, 5, 5);
    printf("%d %u ", was, old);
    was = atomic_cas_4(&four, &old, 9, 5, 5);
    printf("%d %u\n", was, four);
    unsigned long eight = 5;
    unsigned long before = atomic_sub_8(&eight, 6, 5);
    printf("%lu %lx ", before, eight);
    before = atomic_swap_8(&eight, 1, 5);
    printf("%lx %lu\n", before, eight);

    static _Alignas(16) char bytes[32];
    for (unsigned long size = 0; size <= 17; size++)
        for (int offset = 0; offset < 9; offset++)
            printf("%d%c", atomic_lock_free(size, bytes + offset), offset == 8 ? '\n' : ' ');
    return 0;
}
