// So many characters are read as a format says, which is far more than there is room for.
#include <stdio.h>

int main(void) {
    static char code[10];
    if (scanf("%9c", code) != 1)
        return 1;
    puts(code);
    return 0;
}
