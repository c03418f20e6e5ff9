// Seconds become microseconds, which an int cannot hold for long.
#include <stdio.h>

static int microseconds(double seconds) {
    return (int)(seconds * 1e6); // expect: float-conversion
}

int main(void) {
    for (double seconds = 1; seconds < 100000; seconds *= 10)
        printf("%d\n", microseconds(seconds));
    return 0;
}
