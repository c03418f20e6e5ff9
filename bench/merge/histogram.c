/* Buckets that are counted, and the fullest one. */
#include <stdio.h>
int main(void) {
    unsigned char in[10]; int bucket[4] = {0}, best = 0;
    if (fread(in, 1, sizeof in, stdin) != sizeof in) return 1;
    for (int i = 0; i < 10; i++) bucket[in[i] >> 6]++;
    for (int i = 1; i < 4; i++) if (bucket[i] > bucket[best]) best = i;
    return best;
}
