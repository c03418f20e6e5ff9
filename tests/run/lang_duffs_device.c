// Duff's device and other loops entered through a switch, with coroutine-like state.
#include <stdio.h>
#include <string.h>

static void copy(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    if (count <= 0) return;
    switch (count % 8) {
    case 0: do { *to++ = *from++; /* fall through */
    case 7:      *to++ = *from++; /* fall through */
    case 6:      *to++ = *from++; /* fall through */
    case 5:      *to++ = *from++; /* fall through */
    case 4:      *to++ = *from++; /* fall through */
    case 3:      *to++ = *from++; /* fall through */
    case 2:      *to++ = *from++; /* fall through */
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}

struct gen { int state, i, j; };
#define BEGIN(g) switch ((g)->state) { case 0:
#define YIELD(g, v) do { (g)->state = __LINE__; return (v); case __LINE__:; } while (0)
#define END } return -1

static int pairs(struct gen *g) {
    BEGIN(g)
    for (g->i = 1; g->i <= 3; g->i++)
        for (g->j = 1; g->j <= g->i; g->j++) {
            YIELD(g, g->i * 10 + g->j);
            if (g->i == g->j) YIELD(g, 1000 + g->i);
        }
    END;
}

int main(void) {
    const char src[] = "the quick brown fox jumps over the lazy dog";
    for (int n = 0; n <= 40; n += 3) {
        char dst[64];
        memset(dst, '.', sizeof dst);
        copy(dst, src, n);
        dst[44] = 0;
        puts(dst);
    }
    struct gen g = {0, 0, 0};
    for (int v; (v = pairs(&g)) != -1;) printf("%d ", v);
    puts("");
    return 8;
}
