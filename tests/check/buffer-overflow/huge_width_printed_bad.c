// A number is padded to more characters than there is room for.
#include <stdio.h>

int main(void) {
    char text[16];
    int all = printf("%2000000000d%2000000000d", 1, 2);
    int wanted = sprintf(text, "%1000000000d", 7); // expect: buffer-overflow
    return all < 0 && wanted == 1000000000 ? 0 : 1;
}
