// qsort and bsearch: ints, doubles, strings, structs with a total order, and qsort_r.
// flags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct emp { char name[10]; int dept; double pay; };

static int by_int(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static int by_dbl_desc(const void *a, const void *b) { double x = *(const double *)a, y = *(const double *)b; return (x < y) - (x > y); }
static int by_emp(const void *a, const void *b) {
    const struct emp *x = a, *y = b;
    if (x->dept != y->dept) return x->dept - y->dept;
    if (x->pay != y->pay) return x->pay < y->pay ? 1 : -1;
    return strcmp(x->name, y->name);
}
static int by_key(const void *k, const void *e) { return strcmp(k, ((const struct emp *)e)->name); }
static int by_name(const void *a, const void *b) { return strcmp(((const struct emp *)a)->name, ((const struct emp *)b)->name); }
static int by_mod(const void *a, const void *b, void *ctx) {
    int m = *(int *)ctx, x = *(const int *)a, y = *(const int *)b;
    return x % m != y % m ? x % m - y % m : x - y;
}
static int by_char(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

int main(void) {
    int v[200];
    unsigned s = 1;
    for (int i = 0; i < 200; i++) s = s * 1103515245u + 12345u, v[i] = (int)(s >> 16) % 1000 - 300;
    qsort(v, 200, sizeof *v, by_int);
    int sorted = 1;
    for (int i = 1; i < 200; i++) sorted &= v[i - 1] <= v[i];
    printf("%d %d %d %d\n", sorted, v[0], v[100], v[199]);
    int key = v[77], missing = 5000;
    int *hit = bsearch(&key, v, 200, sizeof *v, by_int);
    printf("%d %d\n", hit && *hit == key, bsearch(&missing, v, 200, sizeof *v, by_int) == NULL);
    printf("%d\n", bsearch(&key, v, 0, sizeof *v, by_int) == NULL);
    double d[] = {2.5, -1, 1e10, 0.001, 3};
    qsort(d, 5, sizeof *d, by_dbl_desc);
    for (int i = 0; i < 5; i++) printf("%g ", d[i]);
    puts("");
    struct emp e[] = {{"zoe", 2, 10}, {"al", 1, 20.5}, {"bo", 2, 30}, {"cy", 1, 20.5}, {"di", 1, 99}, {"ed", 3, 5}};
    qsort(e, 6, sizeof *e, by_emp);
    for (int i = 0; i < 6; i++) printf("%s/%d/%g ", e[i].name, e[i].dept, e[i].pay);
    puts("");
    qsort(e, 6, sizeof *e, by_name);
    struct emp *f = bsearch("cy", e, 6, sizeof *e, by_key);
    printf("%td %g\n", f - e, f->pay);
    int m = 7, w[] = {20, 3, 14, 8, 21, 1, 10};
    qsort_r(w, 7, sizeof *w, by_mod, &m);
    for (int i = 0; i < 7; i++) printf("%d ", w[i]);
    puts("");
    char text[] = "sorting characters";
    qsort(text, strlen(text), 1, by_char);
    printf("[%s]\n", text);
    qsort(v, 0, sizeof *v, by_int);
    qsort(v, 1, sizeof *v, by_int);
    return (int)(f - e);
}
