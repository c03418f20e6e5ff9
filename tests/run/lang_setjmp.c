// setjmp and longjmp: nested buffers, through several frames, as exceptions, value of zero.
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf outer;
static jmp_buf stack[4];
static int top;

#define TRY(code) if (((code) = setjmp(stack[top++])) == 0) {
#define CATCH top--; } else
#define THROW(n) longjmp(stack[--top], (n))

static void descend(int n) {
    char pad[32];
    memset(pad, n, sizeof pad);
    if (n == 0) longjmp(outer, pad[31] + 42);
    descend(n - 1);
    printf("not reached %d\n", pad[0]);
}

static int risky(int n) {
    if (n == 3) THROW(30);
    if (n == 5) THROW(50);
    return n * 2;
}

static int guarded(int n) {
    volatile int result = -1;
    volatile int code = 0;
    int c;
    TRY(c)
        result = risky(n);
    CATCH {
        code = c;
        if (c == 50) THROW(51);
        result = code + 1;
    }
    return result;
}

int main(void) {
    volatile int count = 0;
    int r = setjmp(outer);
    if (r == 0) descend(10);
    printf("returned %d\n", r);

    jmp_buf loop;
    if (setjmp(loop) < 5) {
        count++;
        printf("count %d\n", count);
        longjmp(loop, count);
    }
    switch (setjmp(loop)) {
    case 0: longjmp(loop, 0);
    case 1: puts("zero becomes one"); break;
    default: puts("wrong");
    }

    for (volatile int i = 1; i <= 6; i++) {
        int c;
        TRY(c)
            printf("guarded(%d) = %d\n", i, guarded(i));
        CATCH {
            printf("outer caught %d\n", c);
        }
    }
    return count + top;
}
