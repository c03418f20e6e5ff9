// An unsigned char is always below 256.
#include <stdio.h>

int main(void) {
    unsigned sum = 0;
    for (unsigned char c = 0; c < 256; c++) // expect: infinite-loop
        sum += c;
    printf("%u\n", sum);
    return 0;
}
