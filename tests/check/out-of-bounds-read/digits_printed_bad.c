// The number of characters printed is that of the digits, at most eleven with the sign.
#include <stdio.h>

int main(void) {
    static const char widths[11] = "abcdefghij";
    int number, printed = 0;
    if (scanf("%d", &number) != 1)
        return 1;
    printf("%d%n\n", number, &printed);
    return widths[printed]; // expect: out-of-bounds-read
}
