// Several files: inline functions from a header, one external definition, shared thread-locals.
#include <stdio.h>
#include "vec.h"

_Thread_local int shared_tls = 9;
extern struct vec unit[2];
int dot_elsewhere(struct vec a, struct vec b);
int (*elsewhere_addr(void))(struct vec, struct vec);
void bump_tls(void);
int count_here(void);
int count_elsewhere(void);

int count_here(void) { return vec_count(); }

int main(void) {
    struct vec a = vec_make(1, 2), b = vec_make(3, 4);
    printf("%d %d\n", vec_dot(a, b), dot_elsewhere(a, b));
    int (*volatile here)(struct vec, struct vec) = vec_dot;
    printf("%d\n", here == elsewhere_addr());
    struct vec s = vec_add(unit[0], unit[1]);
    printf("%d %d\n", s.x, s.y);
    bump_tls();
    bump_tls();
    printf("%d\n", shared_tls);
    printf("%d ", count_here());
    printf("%d ", count_elsewhere());
    printf("%d\n", count_here()); /* static inline: one counter in each file */
    return vec_dot(s, b);
}
