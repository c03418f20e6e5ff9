// A byte is counted up, and a cast says that it wraps around.
#include <stdio.h>

#define NEXT(byte) ((unsigned char)((byte) + 1))

int main(void) {
    int c = getchar();
    if (c == EOF)
        return 1;
    unsigned char next = (unsigned char)c;
    next = (unsigned char)(next + 1);
    next = NEXT(next);
    short twice = (short)(next * 1000);
    printf("%u %d\n", next, twice);
    return 0;
}
