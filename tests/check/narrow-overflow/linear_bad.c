// A reading is scaled and moved in one expression.
#include <stdio.h>

int main(void) {
    short value;
    if (scanf("%hd", &value) != 1)
        return 1;
    value = value * 10 + 3; // expect: narrow-overflow
    printf("%d\n", value);
    return 0;
}
