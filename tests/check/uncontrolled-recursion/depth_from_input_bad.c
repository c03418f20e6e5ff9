// The user says how deep to go.
#include <stdio.h>

static unsigned long sum_to(unsigned n) {
    if (n == 0)
        return 0;
    return n + sum_to(n - 1); // expect-missing: uncontrolled-recursion
}

int main(void) {
    unsigned n;
    if (scanf("%u", &n) != 1)
        return 1;
    printf("%lu\n", sum_to(n));
    return 0;
}
