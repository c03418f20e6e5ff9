#include "vec.h"

extern inline int vec_dot(struct vec a, struct vec b);
extern _Thread_local int shared_tls;
struct vec unit[2] = {{1, 0}, {0, 1}};

int dot_elsewhere(struct vec a, struct vec b);
int (*elsewhere_addr(void))(struct vec, struct vec);
void bump_tls(void);
int count_elsewhere(void);

int dot_elsewhere(struct vec a, struct vec b) { return vec_dot(vec_add(a, b), b); }
int (*elsewhere_addr(void))(struct vec, struct vec) { return vec_dot; }
void bump_tls(void) { shared_tls *= 3; }
int count_elsewhere(void) { return vec_count(); }
