// A byte that grows by 64 is back after four steps, wherever it started.
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c == EOF)
        return 1;
    unsigned char angle = (unsigned char)c;
    while (angle != 128)
        angle = (unsigned char)((angle & 192) + 64);
    printf("%d\n", angle);
    return 0;
}
