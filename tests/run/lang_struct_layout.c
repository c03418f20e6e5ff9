// Struct layout: padding, nesting, anonymous members, empty arrays, unions and sizeof.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct s1 { char a; };
struct s2 { char a; short b; };
struct s3 { char a; int b; char c; };
struct s4 { double a; char b; };
struct s5 { char a; struct s3 in; char b; };
struct s6 { char a[3]; short b[2]; char c; };
struct s7 { char a; union { short s; char c[5]; } u; int b; };
struct s8 { int kind; union { struct { int x, y; }; double d; }; struct { char tail; }; };
struct s9 { char a; long double b; };
struct s10 { unsigned a : 3; char c; unsigned b : 7; };
struct s11 { char c; unsigned : 0; char d; };
struct s12 { long long a : 33; int b; };
struct s13 { uint8_t n; uint64_t list[0]; };
struct s14 { _Bool b; char c; float f; void *p; };

#define S(n) printf("s" #n " %zu/%zu\n", sizeof(struct s##n), _Alignof(struct s##n))

int main(void) {
    S(1); S(2); S(3); S(4); S(5); S(6); S(7); S(8); S(9); S(10); S(11); S(12); S(13); S(14);
    printf("%zu %zu %zu\n", offsetof(struct s5, in), offsetof(struct s5, in.b), offsetof(struct s5, b));
    printf("%zu %zu\n", offsetof(struct s6, b), offsetof(struct s6, c));
    printf("%zu %zu\n", offsetof(struct s7, u), offsetof(struct s7, b));
    printf("%zu %zu %zu %zu\n", offsetof(struct s8, x), offsetof(struct s8, y), offsetof(struct s8, d), offsetof(struct s8, tail));
    printf("%zu %zu\n", offsetof(struct s10, c), offsetof(struct s11, d));
    struct s8 v = {.kind = 1, .x = 5, .y = 6, .tail = 't'};
    printf("%d %d %c\n", v.x, v.y, v.tail);
    v.d = 1.0;
    printf("%x %x\n", (unsigned)v.x, (unsigned)v.y);
    struct s5 a[3];
    for (int i = 0; i < 3; i++) a[i] = (struct s5){(char)i, {(char)(i + 1), i * 1000, (char)(i + 2)}, (char)(i + 3)};
    const unsigned char *raw = (const unsigned char *)a;
    printf("%d %d %d %d\n", raw[0], raw[4], raw[sizeof(struct s5) + 8], raw[2 * sizeof(struct s5) + 16]);
    printf("%d\n", *(const int *)(raw + 2 * sizeof(struct s5) + offsetof(struct s5, in.b)));
    return (int)sizeof(struct s5);
}
