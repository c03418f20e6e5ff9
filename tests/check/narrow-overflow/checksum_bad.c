// A byte is counted up without a cast.
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c == EOF)
        return 1;
    unsigned char next = (unsigned char)c;
    next = next + 1; // expect: narrow-overflow
    printf("%u\n", next);
    return 0;
}
