// A reading is scaled and moved in one expression, and two bytes make a number.
#include <stdio.h>

int main(void) {
    short value;
    if (scanf("%hd", &value) != 1 || value < -3000 || value > 3000)
        return 1;
    value = value * 10 + 3;
    int low = getchar(), high = getchar();
    if (low == EOF || high == EOF)
        return 1;
    short both = high * 256 + low;
    printf("%d %d\n", value, both);
    return 0;
}
