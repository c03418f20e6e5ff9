// A colour in hexadecimal digits, each part of it with two.
#include <stdio.h>

int main(void) {
    char text[8];
    unsigned red, green;
    if (scanf("%u %u", &red, &green) != 2 || red > 255)
        return 1;
    sprintf(text, "#%02x%02x%s", red, green, "00"); // expect: buffer-overflow
    puts(text);
    return 0;
}
