// Small C2x features that the older compilers know: attributes, separators, unnamed parameters.
// flags: -std=c2x
#include <assert.h>
#include <stdio.h>

[[nodiscard]] static int important(int x) { return x * 2; }
[[maybe_unused]] static int spare(int x) { return x; }
static int ignores(int a, int, char *) { return a + 1; }
static_assert(sizeof(short) == 2);
_Static_assert(1);

enum flags { A = 0b0001, B = 0b1000, C = 0x10'00 };

static int classify(int n) {
    switch (n) {
    case 1:
        n += 10;
        [[fallthrough]];
    case 2:
        return n;
    default:
        break;
    }
    return -1;
}

#ifdef NOT_DEFINED
#define WAY 1
#elifdef __STDC__
#define WAY 2
#else
#define WAY 3
#endif

int main(void) {
    printf("%d %d\n", important(21), ignores(1, 2, (char *)0));
    printf("%d %d %d\n", 1'000'000, 0b1010'1010, 0xff'ff);
    printf("%d\n", A | B | C);
    printf("%d %d %d\n", classify(1), classify(2), classify(3));
    printf("%d\n", WAY);
    int arr[3] = {};
    struct { int a; double b; } z = {};
    printf("%d %d %g\n", arr[2], z.a, z.b);
    unsigned char u8c = u8'x';
    printf("%d\n", u8c);
label:;
    int after_label = 5;
    if (after_label > 9) goto label;
    return after_label;
}
