#ifndef VEC_H
#define VEC_H
struct vec { int x, y; };
inline int vec_dot(struct vec a, struct vec b) { return a.x * b.x + a.y * b.y; }
static inline struct vec vec_make(int x, int y) { return (struct vec){x, y}; }
static inline struct vec vec_add(struct vec a, struct vec b) { return vec_make(a.x + b.x, a.y + b.y); }
static inline int vec_count(void) {
    static int n;
    return ++n;
}
#endif
