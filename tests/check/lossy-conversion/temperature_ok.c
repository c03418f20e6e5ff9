// A temperature is kept in a signed char.
#include <stdio.h>

struct reading {
    signed char degrees;
    int valid;
};

int main(void) {
    struct reading reading = {0, 0};
    int degrees;
    if (scanf("%d", &degrees) != 1)
        return 1;
    if (degrees < -50 || degrees > 60)
        return 1;
    reading.degrees = degrees;
    reading.valid = 1;
    printf("%d %d\n", reading.degrees, reading.valid);
    return 0;
}
