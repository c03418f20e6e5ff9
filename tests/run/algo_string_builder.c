// A growable string builder: formatting, insertion, replacement, joining and reversing words.
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sb { char *s; size_t len, cap; };

static void reserve(struct sb *b, size_t extra) {
    if (b->len + extra + 1 <= b->cap) return;
    while (b->cap < b->len + extra + 1) b->cap = b->cap ? b->cap * 2 : 8;
    b->s = realloc(b->s, b->cap);
    if (!b->s) exit(1);
}
static void add(struct sb *b, const char *s) {
    size_t n = strlen(s);
    reserve(b, n);
    memcpy(b->s + b->len, s, n + 1);
    b->len += n;
}
static void addf(struct sb *b, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    reserve(b, (size_t)n);
    va_start(ap, fmt);
    vsnprintf(b->s + b->len, (size_t)n + 1, fmt, ap);
    va_end(ap);
    b->len += (size_t)n;
}
static void insert(struct sb *b, size_t at, const char *s) {
    size_t n = strlen(s);
    reserve(b, n);
    memmove(b->s + at + n, b->s + at, b->len - at + 1);
    memcpy(b->s + at, s, n);
    b->len += n;
}
static int replace(struct sb *b, const char *from, const char *to) {
    struct sb out = {0};
    int n = 0;
    const char *p = b->s, *hit;
    reserve(&out, 0);
    out.s[0] = 0;
    while ((hit = strstr(p, from))) {
        addf(&out, "%.*s%s", (int)(hit - p), p, to);
        p = hit + strlen(from);
        n++;
    }
    add(&out, p);
    free(b->s);
    *b = out;
    return n;
}
static void flip(char *a, char *z) { for (; a < --z; a++) { char t = *a; *a = *z; *z = t; } }
static void reverse_words(char *s) {
    flip(s, s + strlen(s));
    while (*s) {
        char *e = s + strcspn(s, " ");
        flip(s, e);
        s = *e ? e + 1 : e;
    }
}

int main(void) {
    struct sb b = {0};
    add(&b, "the cat sat on the mat");
    addf(&b, " %d times, %.1f%% of %s", 12, 37.5, "days");
    puts(b.s);
    insert(&b, 4, "big ");
    insert(&b, 0, ">> ");
    insert(&b, b.len, " <<");
    puts(b.s);
    printf("%d %d\n", replace(&b, "the", "THAT"), replace(&b, "zzz", "y"));
    printf("%d\n", replace(&b, "at", ""));
    puts(b.s);
    reverse_words(b.s);
    puts(b.s);
    b.len = 0;
    for (int i = 0; i < 300; i++) addf(&b, "%x", i % 16);
    printf("%zu %zu %.20s\n", b.len, b.cap, b.s + 280);
    size_t n = b.len;
    free(b.s);
    return (int)(n % 256);
}
