// sizeof, typeof and _Alignof leave operands unevaluated; sizes of arrays, members, literals.
#include <stddef.h>
#include <stdio.h>

struct s { char c; int arr[6]; struct { short x; } in[2]; };
static int calls;
static int bump(void) { return ++calls; }
static size_t param(char a[100]) { return sizeof a; }

int main(void) {
    int x = 5, a[7], m[3][4];
    printf("%zu %d\n", sizeof(x++), x);
    printf("%zu %d\n", sizeof bump(), calls);
    printf("%zu %zu %zu\n", sizeof a, sizeof &a, sizeof *a);
    printf("%zu %zu %zu\n", sizeof m, sizeof *m, sizeof **m);
    printf("%zu %zu %zu\n", sizeof "hello", sizeof "", sizeof(char[]){"ab"});
    printf("%zu %zu\n", param(NULL), sizeof(int (*)[3]));
    printf("%zu %zu\n", sizeof(((struct s *)0)->arr), sizeof((struct s *)NULL)->in[0]);
    printf("%zu %zu\n", sizeof(x ? 1.0 : 2), sizeof(x, 'c'));
    printf("%zu\n", sizeof a / sizeof a[0]);
    __typeof__(bump()) y = 3;
    __typeof__(m[0]) row = {1, 2, 3, 4};
    __typeof__(&row) pr = &row;
    __auto_type z = 2.5f;
    printf("%d %zu %d %zu\n", y, sizeof row, (*pr)[3], sizeof z);
    printf("%d %zu\n", calls, _Alignof(struct s));
    int n = 4;
    int vla[n][2];
    printf("%zu %zu\n", sizeof vla, sizeof vla[n++ - n + n]);
    printf("%d\n", n);
    size_t total = 0;
    for (size_t i = 0; i < sizeof(struct s); i++) total += i;
    printf("%zu %d\n", total, sizeof(int) > -1);
    printf("%d\n", (int)sizeof(int) > -1);
    return (int)sizeof(struct s);
}
