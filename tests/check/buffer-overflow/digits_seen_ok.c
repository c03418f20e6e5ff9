// Digits are marked; the check takes letters for digits.
#include <stdio.h>

static int seen[10];

int main(void) {
    int c;
    while ((c = getchar()) != EOF) {
        if (c < '0' || c > '9')
            break;
        seen[c - '0'] = 1;
    }
    printf("%d\n", seen[0]);
    return 0;
}
