// Declarators: typedefs, arrays of function pointers, pointers to arrays, qualifiers, K&R style.
#include <stdio.h>
#include <stdlib.h>

typedef int row[4];
typedef row grid[3];
typedef int (*cmp)(const void *, const void *);
typedef struct node node;
struct node { int v; node *next; };
typedef int fn(int);
typedef char *string, letters[8];

static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
static fn *choose(int up) { return up ? inc : dec; }
static int (*(*factory)(int))(int) = choose;
static int (*table[2])(int) = {dec, inc};
static int (*(*ptable)[2])(int) = &table;

static int by_desc(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }
static cmp get_cmp(void) { return by_desc; }

static int apply(fn f, int n) { return f(f(n)); }
static int first(const int (*r)[4]) { return (*r)[0]; }

int main(void) {
    grid g = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    row *r = g;
    printf("%d %d %zu\n", r[1][3], first((const int(*)[4])&g[1]), sizeof(grid));
    printf("%d %d %d\n", factory(1)(10), factory(0)(10), (*ptable)[1](5));
    printf("%d %d\n", apply(inc, 1), apply(choose(0), 1));
    int a[] = {3, 9, 1, 7};
    qsort(a, 4, sizeof *a, get_cmp());
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
    node n2 = {2, NULL}, n1 = {1, &n2};
    printf("%d\n", n1.next->v);
    letters l = "typedef";
    string s = l;
    const string cs = l; /* a constant pointer to char */
    cs[0] = 'T';
    printf("%s %zu\n", s, sizeof l);
    int const *pc = a;
    int *const cp = a;
    pc++;
    *cp = 42;
    printf("%d %d\n", *pc, a[0]);
    const char *const *argvish = (const char *const[]){"x", "yy", NULL};
    printf("%s\n", argvish[1]);
    int x = 1;
    {
        typedef long x_t;
        x_t x = 2;
        printf("%ld %zu\n", x, sizeof(x_t));
    }
    __typeof__(g[0]) copy;
    for (int i = 0; i < 4; i++) copy[i] = g[1][i] * x;
    unsigned long long int long_form = 1;
    long unsigned other_form = 2;
    signed sgn = -3;
    printf("%llu %lu %d %d\n", long_form, other_form, sgn, copy[2]);
    int (*volatile vf)(int) = inc, arr2[2][2] = {{1}, {2}};
    return vf(arr2[1][0]) + a[0];
}
