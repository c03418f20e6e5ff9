// Allocation: malloc calloc realloc free, contents kept, aligned_alloc, posix_memalign, memalign, reallocarray.
// flags: -D_GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *a = malloc(10 * sizeof *a);
    if (!a) return 1;
    for (int i = 0; i < 10; i++) a[i] = i * i;
    a = realloc(a, 100 * sizeof *a);
    if (!a) return 1;
    int ok = 1;
    for (int i = 0; i < 10; i++) ok &= a[i] == i * i;
    for (int i = 10; i < 100; i++) a[i] = i;
    a = realloc(a, 5 * sizeof *a);
    printf("%d %d\n", ok, a[4]);
    free(a);
    unsigned char *z = calloc(50, 4);
    int nz = 0;
    for (int i = 0; i < 200; i++) nz += z[i] != 0;
    printf("%d\n", nz);
    memset(z, 0xaa, 200);
    free(z);
    z = calloc(200, 1);
    for (int i = 0; i < 200; i++) nz += z[i] != 0;
    printf("%d\n", nz);
    free(z);
    free(NULL);
    char *r = realloc(NULL, 8);
    strcpy(r, "fresh");
    puts(r);
    free(r);
    for (size_t al = 16; al <= 1024; al *= 4) {
        void *p = aligned_alloc(al, al * 2);
        void *q = NULL;
        int rc = posix_memalign(&q, al, 10);
        void *m = memalign(al, 24);
        printf("%zu: %d %d %d %d\n", al, (int)((uintptr_t)p % al), rc, (int)((uintptr_t)q % al), (int)((uintptr_t)m % al));
        memset(p, 1, al * 2);
        free(p);
        free(q);
        free(m);
    }
    char *many[64];
    for (int i = 0; i < 64; i++) {
        many[i] = malloc((size_t)i + 1);
        memset(many[i], i, (size_t)i + 1);
    }
    for (int i = 0; i < 64; i += 2) free(many[i]);
    long sum = 0;
    for (int i = 1; i < 64; i += 2) sum += many[i][0] + many[i][i];
    for (int i = 1; i < 64; i += 2) free(many[i]);
    printf("%ld\n", sum);
    int **rows = malloc(4 * sizeof *rows);
    for (int i = 0; i < 4; i++) rows[i] = calloc((size_t)i + 1, sizeof **rows), rows[i][i] = i * 7;
    printf("%d %d\n", rows[3][3], rows[3][0]);
    for (int i = 0; i < 4; i++) free(rows[i]);
    free(rows);
    int *ra = reallocarray(NULL, 6, sizeof *ra);
    ra[5] = 61;
    int v = ra[5];
    free(ra);
    return v;
}
