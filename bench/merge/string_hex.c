/* Reads hexadecimal digits. */
#include <stdio.h>
int main(void) {
    unsigned value = 0; int c, n = 0;
    while (n < 8 && (c = getchar()) != EOF) {
        if (c >= '0' && c <= '9') value = value * 16 + (unsigned)(c - '0');
        else if (c >= 'a' && c <= 'f') value = value * 16 + (unsigned)(c - 'a' + 10);
        else if (c >= 'A' && c <= 'F') value = value * 16 + (unsigned)(c - 'A' + 10);
        else break;
        n++;
    }
    return value == 0xdeadbeef;
}
