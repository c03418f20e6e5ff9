// Designated initialisers: nested, ranges, overrides, out of order, in arrays of structs.
#include <stdio.h>

struct inner { int a, b[4]; char name[8]; };
struct outer { struct inner in[2]; double d; union { int i; float f; } u; };

static const int ranges[20] = {[2 ... 5] = 7, [10] = 1, 2, 3, [15 ... 17] = 9, [4] = 70, [19] = -1};
static unsigned char is_vowel[256] = {['a'] = 1, ['e'] = 1, ['i'] = 1, ['o'] = 1, ['u'] = 1};

static struct outer o = {
    .d = 2.5,
    .in[1].b[2] = 5,
    .in[1].name = "second",
    .in[0] = {.b = {[3] = 4, [0] = 1}, .a = -1, .name = {'f', 'i'}},
    .u.f = 0.5f,
};

static int matrix[][3] = {[1] = {1, 2}, [3] = {[2] = 6}, [0] = {[1] = 8}};

int main(void) {
    for (int i = 0; i < 20; i++) printf("%d ", ranges[i]);
    puts("");
    int v = 0;
    for (const char *p = "designated initialisers"; *p; p++) v += is_vowel[(unsigned char)*p];
    printf("%d vowels\n", v);
    for (int k = 0; k < 2; k++)
        printf("%d {%d %d %d %d} '%s'\n", o.in[k].a, o.in[k].b[0], o.in[k].b[1], o.in[k].b[2], o.in[k].b[3], o.in[k].name);
    printf("%g %g\n", o.d, (double)o.u.f);
    printf("%zu rows:", sizeof matrix / sizeof *matrix);
    for (int i = 0; i < 4; i++) printf(" %d,%d,%d", matrix[i][0], matrix[i][1], matrix[i][2]);
    puts("");

    int n = 6;
    struct inner local = {.b = {n, [2] = n * n}, .a = n + 1};
    printf("%d %d %d %d %d '%s'\n", local.a, local.b[0], local.b[1], local.b[2], local.b[3], local.name);
    struct { int x, y, z; } pts[] = {{.z = 3}, {1, 2}, [4] = {.y = n}};
    printf("%zu:", sizeof pts / sizeof *pts);
    for (unsigned i = 0; i < 5; i++) printf(" (%d %d %d)", pts[i].x, pts[i].y, pts[i].z);
    puts("");
    struct { unsigned a : 4, b : 4; int c; } bf = {.b = 9, .c = -3};
    printf("%u %u %d\n", bf.a, bf.b, bf.c);
    char text[10] = {[3] = 'd', 'e', [0] = 'a', 'b', 'c'};
    puts(text);
    return ranges[4];
}
