// The index of the last line of so many.
#include <stdio.h>

int main(void) {
    unsigned long lines;
    if (scanf("%lu", &lines) != 1)
        return 1;
    unsigned long last = lines - 1; // expect: unsigned-wrap
    printf("last is %lu\n", last);
    return 0;
}
