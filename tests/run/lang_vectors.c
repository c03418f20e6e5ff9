// GCC vector extensions: element-wise arithmetic, comparison, shuffles, subscripts, conversion.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int v4si __attribute__((vector_size(16)));
typedef unsigned v4su __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef double v2df __attribute__((vector_size(16)));
typedef short v8hi __attribute__((vector_size(16)));
typedef unsigned char v16qi __attribute__((vector_size(16)));
typedef long long v2di __attribute__((vector_size(16)));

static void show(const char *s, v4si v) { printf("%s: %d %d %d %d\n", s, v[0], v[1], v[2], v[3]); }

__attribute__((noinline)) static v4sf axpy(float a, v4sf x, v4sf y) { return a * x + y; }

static int hsum(v8hi v) {
    int s = 0;
    for (int i = 0; i < 8; i++) s += v[i];
    return s;
}

int main(void) {
    v4si a = {1, -2, 3, -4}, b = {10, 20, 30, 40};
    show("add", a + b);
    show("sub", a - b);
    show("mul", a * b);
    show("div", b / a);
    show("mod", b % (a * a + 3));
    show("neg", -a);
    show("not", ~a);
    show("shl", b << 2);
    show("shr", a >> 1);
    show("shv", b >> (v4si){0, 1, 2, 3});
    show("lt", a < 0);
    show("eq", a == (v4si){1, 2, 3, 4});
    show("sel", (a & (a > 0)) | (b & ~(a > 0)));
    show("scalar", a + 100);
    show("xor", a ^ b);
    v4su u = (v4su)a >> 28;
    printf("%u %u %u %u\n", u[0], u[1], u[2], u[3]);
    v4sf f = axpy(0.5f, (v4sf){1, 2, 3, 4}, (v4sf){10, 10, 10, 10});
    printf("%g %g %g %g\n", (double)f[0], (double)f[1], (double)f[2], (double)f[3]);
    v4si fc = f > 11.0f;
    show("fcmp", fc);
    v2df d = {1.5, -2.5};
    d = d * d - d / 2;
    printf("%g %g\n", d[0], d[1]);
    v8hi h = {1, 2, 3, 4, 5, 6, 7, 8};
    h *= h;
    h[3] = -1000;
    printf("%d\n", hsum(h));
    v16qi q;
    for (int i = 0; i < 16; i++) q[i] = (unsigned char)(i * 20);
    q += q;
    printf("%d %d %d\n", q[3], q[7], q[15]);
    v2di l = {1LL << 40, -5};
    l = l * 3 + (v2di){1, 2};
    printf("%lld %lld\n", (long long)l[0], (long long)l[1]);
    show("shuffle", __builtin_shufflevector(a, b, 3, 0, 7, 4));
    show("cast", (v4si)(v4sf){1, 2, 0, -1});
    v4sf conv = __builtin_convertvector(b, v4sf) / 4;
    printf("%g %g\n", (double)conv[0], (double)conv[3]);
    int mem[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    v4si m;
    memcpy(&m, mem + 2, sizeof m);
    m += a;
    memcpy(mem + 4, &m, sizeof m);
    printf("%d %d %d %zu\n", mem[4], mem[5], mem[7], sizeof(v4sf));
    return (a + b)[2];
}
