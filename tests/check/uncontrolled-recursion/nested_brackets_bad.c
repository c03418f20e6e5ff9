// A parser goes one call deeper for every bracket of the input.
#include <stdio.h>

static int nested(int depth) {
    int c = getchar();
    if (c == '[')
        return nested(depth + 1); // expect-missing: uncontrolled-recursion
    return depth;
}

int main(void) {
    printf("%d\n", nested(0));
    return 0;
}
