// A number that becomes one by halves and threefolds; zero never does.
#include <stdio.h>

int main(void) {
    unsigned n;
    if (scanf("%u", &n) != 1 || n > 2 || n == 0)
        return 1;
    while (n != 1)
        n = n % 2 ? 3 * n + 1 : n / 2;
    puts("one");
    return 0;
}
