// Shifts of constants, which a compiler computes before anybody sees them.
#include <stdint.h>
#include <stdio.h>

#define BIT(number) (1 << (number))

int main(int argc, char **argv) {
    int all = 1 << 30;
    int none = 0;
    if (argc > 1)
        none = 1 << 1;
    int high = argc > 2 ? BIT(30) : BIT(4);
    int64_t wide = (int64_t)1 << 40;
    if (sizeof(int) > 4)
        all = 1 << 40;
    printf("%d %d %d %lld %s\n", all, none, high, (long long)wide, argv[0]);
    return 0;
}
