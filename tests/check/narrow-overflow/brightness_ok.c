// A pixel is made brighter, and may turn dark.
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c == EOF)
        return 1;
    unsigned char level = (unsigned char)c;
    unsigned char brighter = level < 215 ? level + 40 : 255;
    printf("%d\n", brighter);
    return 0;
}
