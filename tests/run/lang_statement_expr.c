// Statement expressions: single-evaluation macros, nesting, locals, early exit from loops.
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) ({ __typeof__(a) _t = a; a = b; b = _t; (void)0; })
#define CLAMP(v, lo, hi) ({ __typeof__(v) _v = (v); __typeof__(v) _l = (lo), _h = (hi); _v < _l ? _l : _v > _h ? _h : _v; })

struct pair { int a, b; };
static int calls;
static int next(void) { return ++calls; }

int main(void) {
    int m = MAX(next(), next());
    printf("%d calls %d\n", m, calls);
    printf("%g\n", MAX(1, 2.5));
    int x = 3, y = 4;
    SWAP(x, y);
    printf("%d %d\n", x, y);
    printf("%d %d %d\n", CLAMP(-5, 0, 10), CLAMP(50, 0, 10), CLAMP(5, 0, 10));

    int fact = ({
        int r = 1;
        for (int i = 2; i <= 10; i++) r *= i;
        r;
    });
    printf("%d\n", fact);

    struct pair p = ({ struct pair t = {next(), next()}; t.b *= 100; t; });
    printf("%d\n", p.b / 100 + p.a);

    int deep = ({ int a = 1; ({ int b = a + 1; ({ int c = b * 10; c + a; }) + b; }) * 2; });
    printf("%d\n", deep);

    int sum = 0;
    for (int i = 0; i < 100; i++) {
        sum += ({
            if (i % 3 == 0) continue;
            if (i > 20) break;
            i;
        });
    }
    printf("%d\n", sum);
    int arr[5] = {5, 4, 3, 2, 1};
    int idx = 0;
    arr[({ idx++; idx; })] += 10;
    printf("%d %d\n", arr[1], idx);
    if (({ int k = sum & 1; k == 0; })) puts("even"); else puts("odd");
    int v = ({ goto out; 1; });
    printf("never %d\n", v);
out:
    return ({ int r = deep; r % 200; });
}
