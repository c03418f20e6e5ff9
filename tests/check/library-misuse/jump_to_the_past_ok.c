// A jump back into a function that has returned.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf mark;

static int prepare(void) {
    if (setjmp(mark) == 0)
        longjmp(mark, 1);
    puts("back again");
    return 1;
}

int main(void) {
    if (prepare() == 0)
        puts("never prepared");
    return 0;
}
