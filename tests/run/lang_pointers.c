// Pointers: to pointers, arithmetic, differences, arrays of, comparison, negative index.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void set(int **pp, int *target) { *pp = target; }
static void triple(int ***ppp, int v) { ***ppp = v; }
static int length(char **list) { int n = 0; while (*list++) n++; return n; }

static char *find(char *begin, char *end, char c) {
    while (begin < end && *begin != c) begin++;
    return begin;
}

static void reverse(char *s) {
    for (char *e = s + strlen(s); s < --e; s++) {
        char t = *s;
        *s = *e;
        *e = t;
    }
}

int main(void) {
    int a[10], *p = a, *q = &a[9], **pp = &p, ***ppp = &pp;
    for (int i = 0; i < 10; i++) *(a + i) = i * i;
    printf("%td %td %d\n", q - p, p - q, p < q);
    printf("%d %d %d %d\n", *q, q[-3], *(q - 1), 5 [p]);
    set(pp, a + 4);
    printf("%d %d\n", *p, **pp);
    triple(ppp, 1000);
    printf("%d\n", a[4]);
    printf("%d ", *p++);
    printf("%d ", *p);
    printf("%d ", *++p);
    printf("%d ", ++*p);
    printf("%d ", (*p)--);
    printf("%d ", *--p);
    printf("%td\n", p - a);
    char *words[] = {"alpha", "beta", "gamma", "delta", NULL};
    printf("%d %s %c %s\n", length(words), words[2] + 2, *words[3], *(words + 1));
    char **w = words + 1;
    printf("%c %c ", **w, *(*w + 1));
    printf("%s\n", *++w);
    char text[] = "find the needle";
    char *end = text + strlen(text);
    printf("%td %td\n", find(text, end, 'n') - text, find(text, end, 'z') - text);
    reverse(text);
    puts(text);
    long grid[3][4];
    long(*row)[4] = grid;
    printf("%td %td\n", &grid[2][1] - &grid[0][0], (char *)&row[1] - (char *)row);
    int *null = NULL, *other = 0;
    printf("%d %d %d\n", null == other, !null, p && !other);
    const int *one_past = &a[10];
    int sum = 0;
    for (const int *it = a; it != one_past; ++it) sum += *it;
    printf("%d\n", sum);
    uint8_t *bytes = (uint8_t *)a;
    printf("%d %d\n", bytes[4 * 3], (int)((int *)(void *)(bytes + 8) - a));
    struct { short s[3]; } recs[4], *r = recs;
    printf("%td %td\n", &r[3] - r, (char *)&r[3].s[1] - (char *)r);
    return a[5];
}
