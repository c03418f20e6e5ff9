// A stack of open brackets: one that closes too much writes below it.
#include <stdio.h>

int main(void) {
    char open[16];
    int depth = 0, c;
    while ((c = getchar()) != EOF) {
        if (c == '(') {
            if (depth == 16)
                return 1;
            open[depth++] = (char)c;
        } else if (c == ')') {
            if (depth == 0)
                return 1;
            depth--;
            open[depth] = '.';
        } else {
            break;
        }
    }
    printf("%d open\n", depth);
    return 0;
}
