// _Generic selection over types, qualifiers, pointers and promoted expressions.
#include <stdio.h>
#include <math.h>

#define TYPE(x) _Generic((x), \
    _Bool: "bool", char: "char", signed char: "schar", unsigned char: "uchar", \
    short: "short", unsigned short: "ushort", int: "int", unsigned: "uint", \
    long: "long", unsigned long: "ulong", long long: "llong", unsigned long long: "ullong", \
    float: "float", double: "double", long double: "ldouble", \
    char *: "char*", const char *: "const char*", void *: "void*", int *: "int*", \
    int (*)(int): "function", struct s: "struct s", default: "default")

struct s { int v; };
static int fn(int x) { return x + 1; }
static int fi(int x) { return x * 2; }
static double fd(double x) { return x / 2; }
static const char *fs(const char *x) { return x + 1; }
#define APPLY(x) _Generic((x), int: fi, double: fd, char *: fs, const char *: fs)(x)
#define PRINT(x) printf(_Generic((x), int: "%d\n", double: "%g\n", const char *: "%s\n", char *: "%s\n"), x)
#define CBRT(x) _Generic((x), float: cbrtf, default: cbrt, long double: cbrtl)(x)

int main(void) {
    char c = 'c';
    signed char sc = 1;
    unsigned short us = 2;
    const int ci = 3;
    int arr[3] = {0};
    struct s st = {1};
    int evaluated = 0;
    puts(TYPE(c));
    puts(TYPE(sc));
    puts(TYPE(us));
    puts(TYPE(us + us));
    puts(TYPE((_Bool)1));
    puts(TYPE('c'));
    puts(TYPE(ci));
    puts(TYPE(arr));
    puts(TYPE("lit"));
    puts(TYPE((const char *)"lit"));
    puts(TYPE((void *)0));
    puts(TYPE(fn));
    puts(TYPE(&fn));
    puts(TYPE(st));
    puts(TYPE(&st));
    puts(TYPE(1ul + 1));
    puts(TYPE(1.0f));
    puts(TYPE(1.0f * 1));
    puts(TYPE(1.0L));
    puts(TYPE(evaluated++));
    puts(TYPE(sizeof 1));
    PRINT(APPLY(21));
    PRINT(APPLY(21.0));
    PRINT(APPLY("xyz"));
    printf("%g %d\n", (double)CBRT(27.0f), (int)sizeof(CBRT(8.0L)));
    return evaluated;
}
