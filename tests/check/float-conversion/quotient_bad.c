// A ratio with a very small divisor becomes a percentage.
#include <stdio.h>

int main(void) {
    double part = 3.0, whole = 1e-12;
    double percent = part / whole * 100;
    int shown = (int)percent; // expect: float-conversion
    printf("%d%%\n", shown);
    return 0;
}
