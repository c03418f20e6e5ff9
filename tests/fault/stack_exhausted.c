// A local array larger than the stack.
#include <string.h>
static int huge(int n) {
    char a[n]; // expect: uncontrolled-recursion
    memset(a, 0, n);
    return a[n - 1];
}
int main(void) {
    return huge(100000000);
}
