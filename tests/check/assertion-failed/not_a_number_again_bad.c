// What is no number stays in the input until something else is read.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int size, other;
    int got = scanf("%d", &size);
    if (got != 0)
        return 1;
    getchar();
    got = scanf("%d", &other);
    assert(got == 0); // expect: assertion-failed
    return 0;
}
