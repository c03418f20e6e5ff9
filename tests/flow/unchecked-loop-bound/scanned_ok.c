// A number from standard input decides how many iterations a loop has.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int n;
    unsigned sum = 1;
    if (scanf("%d", &n) != 1 || n > 1000)
        return 1;
    for (int i = 0; i < n; i++)
        sum = sum * 3u % 1000u;
    printf("%u\n", sum);
    return 0;
}
