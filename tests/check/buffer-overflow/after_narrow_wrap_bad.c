// A number that went round on its way into a short is gone on with.
#include <stdio.h>

int main(void) {
    static char table[100];
    short number;
    if (scanf("%hd", &number) != 1)
        return 1;
    short twice = number * 2; // expect: narrow-overflow
    if (number > 20000)
        table[100 + (twice & 1)] = 1; // expect: buffer-overflow
    printf("%d\n", table[0]);
    return 0;
}
