// Digits only, promises the default case.
#include <stdio.h>

static int bits(int c) {
    switch (c) {
    case '0':
        return 0;
    case '1':
    case '2':
        return 1;
    case '3':
        return 2;
    default:
        return -1;
    }
}

int main(void) {
    printf("%d\n", bits(getchar()));
    return 0;
}
