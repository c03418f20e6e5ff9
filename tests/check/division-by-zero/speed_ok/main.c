// A speed is computed in another file, from the difference of two times.
#include "speed.h"
#include <stdio.h>

int main(void) {
    unsigned start, end;
    if (scanf("%u %u", &start, &end) != 2 || end < start)
        return 1;
    printf("%u\n", speed(100, end - start));
    return 0;
}
