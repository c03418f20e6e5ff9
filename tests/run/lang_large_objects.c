// Large objects: big locals, big structs by value, big globals, copies and zeroing.
#include <stdio.h>
#include <string.h>

struct page { unsigned char b[2048]; };
struct grid { short cell[40][40]; int sum; };
static int zeros[5000];
static int table[600] = {[0] = 1, [299] = 2, [599] = 3};

static struct page fill(struct page p, int seed) {
    for (int i = 0; i < 2048; i += 3) p.b[i] = (unsigned char)(i * seed);
    return p;
}
static unsigned sum(struct page p) {
    unsigned s = 0;
    for (int i = 0; i < 2048; i++) s = s * 31 + p.b[i];
    return s;
}
static struct grid make(int k) {
    struct grid g = {.sum = 0};
    for (int i = 0; i < 40; i++) for (int j = 0; j < 40; j++) g.sum += g.cell[i][j] = (short)((i ^ j) * k);
    return g;
}
static int nested(int n) {
    char local[1000];
    memset(local, n, sizeof local);
    return n ? nested(n - 1) + local[999] : 0;
}

int main(void) {
    struct page a, b;
    memset(&a, 0xee, sizeof a);
    b = fill(a, 7);
    printf("%u %u\n", sum(a), sum(b));
    a = b;
    a.b[2047] = 1;
    printf("%d %d\n", memcmp(&a, &b, 2047), memcmp(&a, &b, 2048) != 0);
    struct grid g = make(3), h;
    h = g;
    h.cell[39][0] = 5;
    printf("%d %d %d\n", g.sum, g.cell[39][0], h.cell[39][0]);
    printf("%d\n", make(2).cell[10][21]);
    int nz = 0;
    for (int i = 0; i < 5000; i++) nz |= zeros[i];
    zeros[4999] = 9;
    printf("%d %d %d\n", nz, zeros[4999], table[299] + table[598] + table[599]);
    printf("%d\n", nested(20));
    int local[3000] = {1, 2};
    long s = 0;
    for (int i = 0; i < 3000; i++) s += local[i];
    return (int)s;
}
