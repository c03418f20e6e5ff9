// Bit-fields of _Bool and enum type, and the value of an assignment to a bit-field.
#include <stdio.h>
#include <string.h>

enum colour { RED, GREEN, BLUE, BLACK };

struct flags {
    _Bool ready : 1;
    _Bool done : 1;
    enum colour colour : 3;
    unsigned char level : 6;
    unsigned short port : 9;
};

int main(void) {
    struct flags f;
    const void *raw_ptr = &f;
    memset(&f, 0, sizeof f);
    f.ready = 42;
    f.done = 0.0;
    f.colour = BLACK;
    f.level = 63;
    f.port = 511;
    printf("%d %d %d %d %d\n", f.ready, f.done, f.colour, f.level, f.port);
    f.done = raw_ptr != NULL;
    f.ready = !f.ready;
    f.level++;
    f.port += 2;
    printf("%d %d %d %d %d\n", f.ready, f.done, f.colour, f.level, f.port);

    unsigned char *raw = (unsigned char *)&f;
    for (size_t i = 0; i < sizeof f; i++) printf("%02x ", raw[i]);
    printf("size %zu\n", sizeof f);

    struct { unsigned v : 4; signed s : 4; } n = {0, 0};
    unsigned total = 0;
    for (int i = 0; i < 40; i++) {
        total += n.v++;
        n.s = (int)n.v & 7;
    }
    printf("total %u v %u s %d\n", total, n.v, n.s);
    int chained = n.v = 13;
    printf("chained %d\n", chained);
    int masked = (n.v = (unsigned)(chained + 16));
    printf("masked %d post %u pre %u\n", masked, n.v--, 0u);
    printf("compare %d %d\n", n.v < 0xfu, n.s > -1);
    printf("promotes to int: %d\n", n.v - 15 < 0);
    return n.v;
}
