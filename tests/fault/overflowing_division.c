// INT_MIN / -1.
#include <limits.h>
int main(void) {
    int a = INT_MIN, b = -1;
    return a / b == 0; // expect: signed-overflow
}
