// Static locals, file-scope statics, shadowing, zero initialisation and extern in a block.
#include <stdio.h>

static int file_scope = 10;
int global_array[5];
static struct { int a; char *p; double d; } zeroed;
extern int later;

static int counter(void) {
    static int n = 100;
    return n++;
}

static const char *alternate(void) {
    static int flip;
    static const char *const names[] = {"tick", "tock"};
    return names[flip ^= 1];
}

static int per_block(int which) {
    int r;
    if (which) {
        static int n = 1;
        r = n *= 2;
    } else {
        static int n = 1;
        r = n *= 3;
    }
    return r;
}

static int *slot(int i) {
    static int slots[4] = {1, 2, 3};
    return &slots[i & 3];
}

static unsigned next_random(void) {
    static unsigned seed = 42;
    seed = seed * 1103515245u + 12345u;
    return seed >> 16 & 0x7fff;
}

static int memo_fib(int n) {
    static int cache[40];
    if (n < 2) return n;
    if (!cache[n]) cache[n] = memo_fib(n - 1) + memo_fib(n - 2);
    return cache[n];
}

int main(void) {
    for (int i = 0; i < 3; i++) printf("%d ", counter());
    for (int i = 0; i < 3; i++) printf("%s ", alternate());
    puts("");
    for (int i = 0; i < 6; i++) printf("%d ", per_block(i % 2));
    puts("");
    *slot(1) += 50;
    *slot(7) = 9;
    printf("%d %d %d %d\n", *slot(0), *slot(1), *slot(2), *slot(3));
    for (int i = 0; i < 4; i++) printf("%u ", next_random());
    printf("%d\n", memo_fib(39));
    int file_scope = 1;
    {
        int file_scope = 2;
        printf("%d ", file_scope);
        {
            extern int later;
            printf("%d ", later);
        }
    }
    printf("%d\n", file_scope);
    for (int file_scope = 5; file_scope < 6; file_scope++) printf("%d\n", file_scope);
    printf("%d %d %d %g\n", global_array[4], zeroed.a, zeroed.p == NULL, zeroed.d);
    static int self_ref[2] = {(int)sizeof self_ref, 3};
    static int *ptr = &self_ref[1];
    return self_ref[0] + *ptr + later;
}

int later = 77;
static int file_scope;
