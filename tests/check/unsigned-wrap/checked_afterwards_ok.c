// A sum that wraps is smaller than its parts: it may be asked before or after.
#include <stdio.h>

int main(void) {
    unsigned start, length;
    if (scanf("%u %u", &start, &length) != 2)
        return 1;
    unsigned end = start + length;
    if (end < start)
        return 1;
    printf("%u to %u\n", start, end);
    return 0;
}
