// Output functions say how much they wrote, or a negative number.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int length = printf("%s-%d\n", "item", 12);
    int put = putchar('x');
    assert(length == 8); // expect: assertion-failed
    assert(put == EOF || put == 'x');
    return 0;
}
