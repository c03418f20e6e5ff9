// Words that are pointers or numbers, and registers at fixed places.
#include <stddef.h>
#include <stdint.h>

struct cell {
    uintptr_t head, tail;
};

uint32_t read_register(uintptr_t base) {
    return *(volatile uint32_t *)(base + 4);
}

long number_of(uintptr_t word) {
    if (word & 1)
        return (long)(word >> 1);
    return (long)((struct cell *)word)->head;
}

uintptr_t tail_of(uintptr_t word) {
    return ((struct cell *)(word & ~(uintptr_t)7))->tail;
}

uintptr_t head_of(uintptr_t word) {
    if (word == UINTPTR_MAX)
        return ((struct cell *)word)->head; // expect: wild-pointer
    return ((struct cell *)word)->head;
}
