/* Picks characters from tables at random and counts what it picked. */
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    static const char small[] = "abcdefgh", large[] = "ABCDEFGH", digits[] = "01234567";
    char out[17]; int n[3] = {0};
    for (int i = 0; i < 16; i++) {
        int kind = rand() % 3;
        out[i] = kind == 0 ? small[rand() % 8] : kind == 1 ? large[rand() % 8] : digits[rand() % 8];
        n[kind]++;
    }
    out[16] = 0;
    printf("%s %d %d %d\n", out, n[0], n[1], n[2]);
    return 0;
}
