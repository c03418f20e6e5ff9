// Bytes are repeated from a distance behind, as decompressors do.
#include <stdio.h>
#include <string.h>

int main(void) {
    char window[32] = "abcdefgh";
    unsigned distance;
    if (scanf("%u", &distance) != 1)
        return 1;
    if (distance == 0 || distance > 8)
        return 1;
    for (int i = 0; i < 8; i++)
        window[8 + i] = window[8 + i - (int)distance];
    puts(window);
    return 0;
}
