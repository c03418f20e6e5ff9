// Digits are marked; the check takes letters for digits.
#include <stdio.h>

static int seen[10];

int main(void) {
    int c;
    while ((c = getchar()) != EOF) {
        if (c < '0' || c > 'f')
            break;
        seen[c - '0'] = 1; // expect: buffer-overflow
    }
    printf("%d\n", seen[0]);
    return 0;
}
