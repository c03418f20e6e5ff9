// A table is filled at the even places and read at all of them.
#include <stdio.h>

int main(void) {
    int table[6];
    for (int i = 0; i < 6; i += 2)
        table[i] = i * i;
    for (int i = 1; i < 6; i += 2)
        table[i] = -1;
    int best = 0;
    for (int i = 0; i < 6; i++)
        if (table[i] > best)
            best = i;
    printf("%d\n", best);
    return 0;
}
