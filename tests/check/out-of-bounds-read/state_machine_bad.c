// A table of transitions needs a column for every class of characters.
#include <stdio.h>

enum class { DIGIT, SPACE, DOT, OTHER };

static const int next[2][3] = {{1, 0, 1}, {1, 0, 1}};

static enum class classify(int c) {
    if (c >= '0' && c <= '9')
        return DIGIT;
    if (c == ' ' || c == '\n')
        return SPACE;
    return c == '.' ? DOT : OTHER;
}

int main(void) {
    int state = 1, c;
    c = getchar();
    if (c == EOF)
        return 1;
    state = next[state][classify(c)]; // expect: out-of-bounds-read
    printf("%s\n", state == 1 ? "number" : "gap");
    return 0;
}
