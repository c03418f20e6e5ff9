// So many characters are read as a format says, which is far more than there is room for.
#include <stdio.h>

int main(void) {
    static char code[10];
    if (scanf("%1000000000c", code) != 1) // expect: buffer-overflow
        return 1;
    puts(code);
    return 0;
}
