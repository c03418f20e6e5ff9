/* Brackets that are nested rightly. */
#include <stdio.h>
int main(void) {
    int depth = 0, most = 0, c;
    for (int i = 0; i < 24 && (c = getchar()) != EOF; i++) {
        if (c == '(') { if (++depth > most) most = depth; } else if (c == ')') { if (--depth < 0) return 1; }
    }
    return depth == 0 ? 0 : 2;
}
