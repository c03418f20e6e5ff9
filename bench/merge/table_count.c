/* Counts bytes by class with a table. */
#include <stdio.h>
static const unsigned char class[256] = {['0'] = 1, ['1'] = 1, ['a'] = 2, ['b'] = 2, [' '] = 3};
int main(void) {
    int n[4] = {0}, c;
    while ((c = getchar()) != EOF) n[class[c & 255]]++;
    printf("%d %d %d\n", n[1], n[2], n[3]);
    return n[1] > n[2];
}
