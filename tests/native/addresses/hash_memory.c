// A checksum over memory with a pointer in it.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *next; long key; };

int main(void) {
    struct node tail = { 0, 1 }, head = { &tail, 2 };
    unsigned sum = 0;
    const unsigned char *p = (const unsigned char *)&head;
    for (size_t i = 0; i < sizeof head; i++) sum = sum * 31 + p[i];
    if (sum & 1)
        assert(!"odd");
    assert(!"even");
    return 0;
}
