// Goto: into and out of loops, backwards, out of nested scopes, and as error cleanup.
#include <stdio.h>
#include <stdlib.h>

static int search(int grid[4][5], int want) {
    int i, j;
    for (i = 0; i < 4; i++)
        for (j = 0; j < 5; j++)
            if (grid[i][j] == want) goto found;
    return -1;
found:
    return i * 10 + j;
}

static int into_loop(int start) {
    int i = start, trace = 0;
    if (start > 2) goto inside;
    for (i = 0; i < 5; i++) {
        trace = trace * 10 + 1;
    inside:
        trace = trace * 10 + i;
    }
    return trace;
}

static int staged(int fail_at) {
    int rc = -fail_at;
    int *a = NULL, *b = NULL;
    if (fail_at == 1) goto out;
    a = malloc(sizeof *a);
    if (!a || fail_at == 2) goto free_a;
    b = malloc(sizeof *b);
    if (!b || fail_at == 3) goto free_b;
    *a = 30;
    *b = 12;
    rc = *a + *b;
free_b:
    printf("free b%s; ", b ? "" : " (null)");
    free(b);
free_a:
    printf("free a; ");
    free(a);
out:
    printf("rc %d\n", rc);
    return rc;
}

int main(void) {
    int grid[4][5];
    for (int i = 0; i < 20; i++) grid[i / 5][i % 5] = i * 7 % 20;
    printf("%d %d %d\n", search(grid, 9), search(grid, 0), search(grid, 99));
    printf("%d %d\n", into_loop(0), into_loop(3));
    for (int i = 0; i < 4; i++) staged(i);
    int n = 27, steps = 0;
again:
    if (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
        goto again;
    }
    printf("collatz %d\n", steps);
    int k = 0;
    {
        int inner = 5;
    repeat:
        inner = k + 1;
        k += inner;
        if (k < 100) goto repeat;
        printf("inner %d k %d\n", inner, k);
    }
    goto end;
    puts("skipped");
end:;
    return steps;
}
