/* A machine of four states by a table of transitions. */
#include <stdio.h>
int main(void) {
    static const unsigned char next[4][2] = {{1, 0}, {2, 0}, {3, 1}, {3, 3}};
    unsigned char state = 0; int c, seen = 0;
    while ((c = getchar()) != EOF && seen < 24) { state = next[state][c == 'x']; seen++; }
    return state == 3;
}
