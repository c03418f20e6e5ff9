// Many calls of setjmp, in one frame and in frames that come and go.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf outer;

static int guarded(int n) {
    jmp_buf inner;
    if (setjmp(inner))
        return n + 1;
    if (n % 3 == 0)
        longjmp(inner, 1);
    if (n % 1000 == 999)
        longjmp(outer, n);
    return n;
}

int main(void) {
    volatile long total = 0;
    volatile int i = 0;
    int jumped = setjmp(outer);
    if (jumped)
        total += 100000;
    for (i = jumped ? i + 1 : 0; i < 20000; i++)
        total += guarded(i);
    printf("%ld\n", total);
    return 0;
}
