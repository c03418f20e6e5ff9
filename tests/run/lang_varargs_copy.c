// va_copy, handing a va_list on by value and by pointer, and vsnprintf wrappers.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int vtotal(int n, va_list ap) {
    int s = 0;
    for (int i = 0; i < n; i++) s += va_arg(ap, int);
    return s;
}

static int next(va_list *ap) { return va_arg(*ap, int); }

static void twice(int n, ...) {
    va_list a, b;
    va_start(a, n);
    int first = va_arg(a, int);
    va_copy(b, a);
    int s1 = vtotal(n - 1, a);
    int s2 = vtotal(n - 1, b);
    va_end(b);
    va_end(a);
    printf("first %d rest %d again %d\n", first, s1, s2);
}

static void by_pointer(int n, ...) {
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < n; i++) printf("%d,", next(&ap));
    puts("");
    va_end(ap);
}

static char *format(const char *fmt, ...) {
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int len = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *out = malloc((size_t)len + 1);
    if (!out) exit(1);
    vsnprintf(out, (size_t)len + 1, fmt, again);
    va_end(again);
    return out;
}

static void logf_to(FILE *f, const char *prefix, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    fputs(prefix, f);
    vfprintf(f, fmt, ap);
    va_end(ap);
}

int main(void) {
    twice(4, 1, 2, 3, 4);
    twice(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    by_pointer(9, 9, 8, 7, 6, 5, 4, 3, 2, 1);
    char *s = format("%s-%d-%5.2f-%c-%llx", "fmt", -42, 3.14159, 'k', 0xfeedfacecafeull);
    printf("%s (%zu)\n", s, strlen(s));
    free(s);
    logf_to(stdout, "[log] ", "%d of %d: %s %g %g %g %g %g %g %g %g %g\n", 1, 2, "ok", 1., 2., 3., 4., 5., 6., 7., 8., 9.);
    return 0;
}
