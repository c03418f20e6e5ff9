// Seconds become microseconds, which an int cannot hold for long.
#include <stdio.h>

static int microseconds(double seconds) {
    double wanted = seconds * 1e6;
    return wanted < 2e9 ? (int)wanted : 2000000000;
}

int main(void) {
    for (double seconds = 1; seconds < 100000; seconds *= 10)
        printf("%d\n", microseconds(seconds));
    return 0;
}
