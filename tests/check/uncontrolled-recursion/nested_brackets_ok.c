// A parser goes one call deeper for every bracket of the input.
#include <stdio.h>

enum { DEEPEST = 4 };

static int nested(int depth) {
    int c = getchar();
    if (c == '[' && depth < DEEPEST)
        return nested(depth + 1);
    return depth;
}

int main(void) {
    printf("%d\n", nested(0));
    return 0;
}
