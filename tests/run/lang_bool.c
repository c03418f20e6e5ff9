// _Bool: every scalar conversion yields 0 or 1; arithmetic and storage of the result.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool flip(bool b) { return !b; }
static bool from_int(int i) { return i; }
static bool from_long(long long l) { return l; }
static bool from_double(double d) { return d; }
static bool from_ptr(const void *p) { return p; }
static bool from_char(char c) { return c; }

struct opts { bool a, b; char c; bool d; };

int main(void) {
    printf("%d %d %d\n", from_int(256), from_int(0), from_int(-1));
    printf("%d %d\n", from_long(1LL << 40), from_long(0));
    printf("%d %d %d\n", from_double(0.25), from_double(-0.0), from_double(1e-320));
    printf("%d %d\n", from_ptr("x"), from_ptr(NULL));
    printf("%d %d\n", from_char('\0'), from_char('0'));
    bool b = 2;
    b += 5;
    printf("%d ", b);
    b--;
    printf("%d ", b);
    b = b - 1;
    printf("%d ", b);
    b ^= true;
    printf("%d ", b);
    b |= 4;
    printf("%d ", b);
    b &= 2;
    printf("%d\n", b);
    printf("%d %d\n", flip(b), flip(flip(b)));
    printf("%zu %d\n", sizeof(bool), true + true + true);
    struct opts o = {3, 0, 'c', "str" != NULL};
    unsigned char raw[sizeof o];
    memcpy(raw, &o, sizeof o);
    printf("%d %d %d %d\n", raw[0], raw[1], raw[2], raw[3]);
    bool table[8];
    for (int i = 0; i < 8; i++) table[i] = i & 5;
    for (int i = 0; i < 8; i++) printf("%d", table[i]);
    puts("");
    int count = 0;
    for (int i = 0; i < 8; i++) count += table[i];
    printf("%d %d %d\n", count, -table[1], ~table[1]);
    bool cmp = 3 > 2, logic = 5 && 7, neg = !42;
    printf("%d%d%d %d\n", cmp, logic, neg, (cmp << 3) | (logic << 1) | neg);
    float f = b;
    double d = cmp;
    printf("%g %g\n", (double)f, d);
    return cmp ? count : 0;
}
