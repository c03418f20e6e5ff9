// What follows a loop is unreachable as long as the loop has no way out.
#include <stdio.h>

static int prompt(void) {
    int c = 0;
    for (;;) {
        c = getchar();
        if (c == 'y' || c == 'n')
            return c;
        if (c == EOF)
            break;
    }
    __builtin_unreachable(); // expect: unreachable-reached
}

int main(void) {
    printf("%c\n", prompt());
    return 0;
}
