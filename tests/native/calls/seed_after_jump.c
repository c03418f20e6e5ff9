// Numbers are compared after a jump back, with a seed that was set before it.
// native: -O0; -O2
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf env;

int main(void) {
    if (setjmp(env)) {
        int a = rand();
        srand(1);
        int b = rand();
        assert(a == b);
        return 0;
    }
    srand(7);
    longjmp(env, 1);
}
