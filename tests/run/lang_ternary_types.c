// Conditional expressions over structs, pointers, void, mixed arithmetic and function pointers.
#include <stdio.h>
#include <string.h>

struct v { int a; double b; };
static int up(int x) { return x + 1; }
static int down(int x) { return x - 1; }
static void yes(void) { printf("yes "); }
static void no(void) { printf("no "); }
static volatile int t = 1, f = 0;

static int median(int a, int b, int c) { return a < b ? b < c ? b : a < c ? c : a : a < c ? a : b < c ? c : b; }
static const char *suffix(int n) { return n % 100 / 10 == 1 ? "th" : n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th"; }

int main(void) {
    struct v p = {1, 1.5}, q = {2, 2.5};
    struct v r = t ? p : q;
    printf("%d %g %d\n", r.a, r.b, (f ? p : q).a);
    (t ? &p : &q)->a = 50;
    *(f ? &p.a : &q.a) = 60;
    printf("%d %d\n", p.a, q.a);
    printf("%d %d\n", (t ? up : down)(5), (f ? up : down)(5));
    t ? yes() : no();
    f ? yes() : no();
    puts("");
    const char *s = f ? "text" : NULL;
    void *vp = t ? (void *)&p : NULL;
    printf("%d %d\n", s == NULL, vp == &p);
    printf("%g %g\n", t ? 1 : 2.5, f ? 1 : 2.5);
    printf("%ld %zu\n", (t ? -1L : 1), sizeof(t ? (char)1 : (short)2));
    printf("%u\n", t ? -1 : 0u);
    printf("%d%d%d%d\n", median(1, 2, 3), median(3, 1, 2), median(2, 3, 1), median(5, 5, 1));
    for (int i = 1; i < 25; i += 3) printf("%d%s ", i, suffix(i));
    puts("");
    int x = 3, y = 0;
    y = x > 2 ? x++, x * 2 : --x;
    printf("%d %d\n", x, y);
    int arr[2] = {7, 8};
    arr[t ? 0 : 1] += t ? 100 : 200;
    printf("%d %d %zu\n", arr[0], arr[1], strlen(t ? "abc" : "abcdef"));
    char c = t ? 'A' : 0x1234;
    return f ? 1 : t ? c : 3;
}
