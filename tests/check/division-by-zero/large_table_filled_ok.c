// A large table is filled elsewhere before it is used.
#include <stdio.h>

void fill(int *table, int count);

static int table[100000];

int main(void) {
    fill(table, 100000);
    printf("%d\n", 10 / table[5]);
    printf("%d\n", 10 / table[99999]);
    return 0;
}
