// Padding, bit-fields and copies of partly written structs are no fault.
#include <stdlib.h>
struct s {
    char c;
    int i;
    unsigned a : 3, b : 5;
    short unset;
};
static struct s pass(struct s v) {
    v.i++;
    return v;
}
int main(void) {
    struct s x, y;
    x.c = 1;
    x.i = 2;
    x.a = 3;
    x.b = 4;
    y = pass(x);
    if (y.c == 1 && y.i == 3 && y.a == 3 && y.b == 4)
        return 0;
    return 1;
}
