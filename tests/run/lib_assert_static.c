// assert that holds, NDEBUG-free side effects, static_assert, and assert in expressions.
#include <assert.h>
#include <stdio.h>

static int calls;
static int positive(int n) {
    calls++;
    assert(n > 0);
    return n;
}
static_assert(sizeof(int) == 4, "int is four bytes");

static int isqrt(int n) {
    assert(n >= 0 && "argument is not negative");
    int r = 0;
    while ((r + 1) * (r + 1) <= n) r++;
    assert(r * r <= n);
    assert((r + 1) * (r + 1) > n);
    return r;
}

int main(void) {
    int a[4] = {1, 2, 3, 4};
    assert(sizeof a == 4 * sizeof *a);
    for (int i = 0; i < 4; i++) assert(a[i] == i + 1);
    printf("%d\n", positive(3) + positive(4));
    assert(positive(1));
    printf("%d\n", calls);
    for (int n = 0; n < 200; n += 37) printf("%d ", isqrt(n));
    puts("");
    const char *s = "x";
    assert(s);
    (assert(1), puts("in a comma"));
    return calls;
}
