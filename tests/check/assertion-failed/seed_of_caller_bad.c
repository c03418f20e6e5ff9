// What `rand_r` and `nrand48` give follows from what they find.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned one = 5, two = 6;
    int first = rand_r(&one), second = rand_r(&two);
    assert(first == second && one == two); // expect: assertion-failed
    unsigned short a[3] = {1, 2, 3}, b[3] = {1, 2, 3};
    assert(nrand48(a) == nrand48(b) && a[0] == b[0]);
    return 0;
}
