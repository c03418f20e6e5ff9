// A number that wrapped around when it was stored in a short is used all the same.
#include <stdio.h>

int main(void) {
    static char table[100];
    short number;
    if (scanf("%hd", &number) != 1)
        return 1;
    int twice = number * 2;
    if (number > 20000)
        table[98 + (twice & 1)] = 1;
    printf("%d\n", table[0]);
    return 0;
}
