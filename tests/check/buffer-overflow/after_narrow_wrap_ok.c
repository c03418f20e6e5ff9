// A number that went round on its way into a short is gone on with.
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
