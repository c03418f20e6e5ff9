// Macros: nesting, stringising, pasting, variadic, recursion guards, argument counting.
#include <stdio.h>

#define STR_(x) #x
#define STR(x) STR_(x)
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define VERSION 3
#define NARGS_(a, b, c, d, e, n, ...) n
#define NARGS(...) NARGS_(__VA_ARGS__, 5, 4, 3, 2, 1, 0)
#define SUM1(a) (a)
#define SUM2(a, b) ((a) + (b))
#define SUM3(a, b, c) ((a) + SUM2(b, c))
#define SUM(...) CAT(SUM, NARGS(__VA_ARGS__))(__VA_ARGS__)
#define LOG(fmt, ...) printf("[" fmt "]\n", ##__VA_ARGS__)
#define EMPTY
#define DEFER(x) x EMPTY
#define ADD(a) a + ADD_END
#define ADD_END 0
#define SELF 1 + SELF_VALUE
#define SELF_VALUE 41
#define FIELDS(X) X(int, id, "%d") X(double, score, "%.2f") X(const char *, name, "%s")

struct record {
#define X(t, n, f) t n;
    FIELDS(X)
#undef X
};

static void print_record(const struct record *r) {
#define X(t, n, f) printf(#n "=" f ";", r->n);
    FIELDS(X)
#undef X
    puts("");
}

#define REPEAT_4(x) x x x x
#define REPEAT_16(x) REPEAT_4(REPEAT_4(x))

int main(void) {
    puts(STR_(VERSION) " " STR(VERSION));
    puts(STR(a  +   "q\n" 'c' -> b));
    int CAT(var, VERSION) = 9;
    printf("%d\n", var3);
    printf("%d %d %d\n", NARGS(a), NARGS(a, b, c), NARGS(1, 2, 3, 4, 5));
    printf("%d %d %d\n", SUM(1), SUM(1, 2), SUM(1, 2, 3));
    LOG("plain");
    LOG("%d-%s", 7, "args");
    printf("%d %d\n", SELF, ADD(5));
    struct record r = {4, 2.5, "rec"};
    print_record(&r);
    int n = 0;
    REPEAT_16(n += 2;)
    printf("%d\n", n);
#if VERSION > 2 && defined(CAT) && !defined(UNDEFINED)
    puts("if taken");
#elif 1
    puts("elif taken");
#endif
#if (-1 > 0u) == 1 && ('A' == 65) && (7 / 2 * 2 != 7)
    puts("preprocessor arithmetic");
#endif
    printf("%d %s\n", __LINE__ > 1, __func__);
#line 1000 "renamed.c"
    printf("%d %s\n", __LINE__, __FILE__);
    return n;
}
