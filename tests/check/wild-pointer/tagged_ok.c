// A tag in the low bits of a pointer must go before it is used, and nothing else.
#include <stdint.h>
#include <stdio.h>

static uintptr_t with_tag(long *p, unsigned tag) {
    return (uintptr_t)p | tag;
}

static long *without_tag(uintptr_t word) {
    return (long *)(word & ~(uintptr_t)7);
}

int main(void) {
    static long number = 15;
    uintptr_t word = with_tag(&number, 3);
    long *p = without_tag(word);
    printf("%ld\n", *p);
    return 0;
}
