// A pointer is set and used under two conditions that must be the same.
#include <stdio.h>

static int slots[10];

int main(void) {
    int n;
    int *slot = NULL;
    if (scanf("%d", &n) != 1)
        return 1;
    if (n > 0 && n < 10)
        slot = &slots[n];
    puts("looking");
    if (n >= 0 && n < 10)
        *slot = 1; // expect: null-dereference
    printf("%d\n", slots[1]);
    return 0;
}
