// One entry of the table was forgotten, and the input may choose it.
#include <stdio.h>

int main(void) {
    int price[4];
    price[0] = 10;
    price[1] = 25;
    price[3] = 40;
    unsigned chosen = (unsigned)getchar() & 3;
    int total = 5;
    total += price[chosen];
    printf("%d\n", total); // expect: uninitialised-read
    return 0;
}
