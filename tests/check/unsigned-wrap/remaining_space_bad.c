// What is left of a quota that may be exceeded already.
#include <stdio.h>

int main(void) {
    unsigned quota = 1000, used;
    if (scanf("%u", &used) != 1)
        return 1;
    unsigned left = quota - used; // expect: unsigned-wrap
    printf("%u left\n", left);
    return 0;
}
