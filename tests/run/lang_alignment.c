// Alignment: _Alignas, _Alignof, the aligned attribute, over-aligned locals and struct layout.
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct plain { char a; int b; char c; double d; char e; };
struct over { char a; alignas(16) char b; char c; };
struct __attribute__((aligned(32))) wide { int x; };
struct member { char c; struct wide w; };
typedef int int64a __attribute__((aligned(64)));
union u { char c[5]; short s; };

static alignas(128) char global_buf[3];
static int64a aligned_global = 5;

static int misalign(const volatile void *p, uintptr_t a) { return (int)((uintptr_t)p % a); }

static int recurse(int n) {
    alignas(64) char block[20];
    char odd[7];
    odd[0] = (char)n;
    block[0] = odd[0];
    return misalign(block, 64) + (n ? recurse(n - 1) : 0) + block[0];
}

int main(void) {
    printf("%zu %zu %zu %zu %zu\n", alignof(char), alignof(short), alignof(int), alignof(long long), alignof(double));
    printf("%zu %zu %zu\n", alignof(long double), alignof(void *), alignof(max_align_t) >= 8 ? (size_t)1 : 0);
    printf("%zu %zu\n", sizeof(struct plain), alignof(struct plain));
    printf("%zu %zu\n", sizeof(struct over), alignof(struct over));
    printf("%zu %zu\n", sizeof(struct wide), alignof(struct wide));
    printf("%zu %zu\n", sizeof(struct member), alignof(struct member));
    printf("%zu %zu\n", sizeof(union u), alignof(union u));
    printf("%d %d\n", misalign(global_buf, 128), misalign(&aligned_global, 64));
    alignas(32) char local[5];
    alignas(double) unsigned char bytes[sizeof(double) * 2];
    struct wide w[3];
    printf("%d %d\n", misalign(local, 32), misalign(bytes, 8));
    printf("%d %td\n", misalign(&w[1], 32), (char *)&w[2] - (char *)&w[0]);
    double *d = (double *)bytes;
    d[1] = 2.5;
    printf("%g\n", d[1]);
    printf("%d\n", recurse(5));
    struct { char c; alignas(8) int i; } s = {'x', 9};
    printf("%zu %d\n", sizeof s, s.i);
    printf("%zu\n", __alignof__(struct { char a; short b; }));
    struct over o[2] = {{1, 2, 3}, {4, 5, 6}};
    return o[1].b + misalign(&o[1].b, 16) + aligned_global;
}
