// A flag tells whether a word was seen; it is not cleared at first.
#include <stdio.h>

int main(void) {
    int seen;
    int c;
    while ((c = getchar()) != EOF)
        if (c == '!')
            seen = 1;
    if (seen) // expect: uninitialised-read
        puts("attention");
    return 0;
}
