// A ratio with a very small divisor becomes a percentage.
#include <stdio.h>

int main(void) {
    double part = 3.0, whole = 1e-12;
    double percent = part / whole * 100;
    if (percent > 1000)
        percent = 1000;
    int shown = (int)percent;
    printf("%d%%\n", shown);
    return 0;
}
