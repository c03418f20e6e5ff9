// string.h copying: strcpy strncpy strcat strncat stpcpy strdup strndup memcpy memmove memset.
// flags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) putchar(b[i] ? b[i] : '0');
    puts("");
}

int main(void) {
    char b[16];
    memset(b, '#', sizeof b);
    printf("%d\n", strcpy(b, "copy") == b);
    show(b, 16);
    memset(b, '#', sizeof b);
    strncpy(b, "ab", 6);
    show(b, 16);
    memset(b, '#', sizeof b);
    strncpy(b, "truncated", 4);
    show(b, 16);
    strcpy(b, "foo");
    strcat(b, "bar");
    strncat(b, "bazqux", 3);
    strncat(b, "!", 10);
    puts(b);
    char *end = stpcpy(stpcpy(b, "chain"), "ed");
    printf("%s %td\n", b, end - b);
    memset(b, '#', sizeof b);
    end = stpncpy(b, "pad", 6);
    printf("%td ", end - b);
    show(b, 8);
    char *d = strdup("duplicate"), *nd = strndup("duplicate", 3), *all = strndup("abc", 10);
    printf("%s %s %s %zu\n", d, nd, all, strlen(all));
    d[0] = 'D';
    puts(d);
    free(d);
    free(nd);
    free(all);
    char m[] = "0123456789";
    memmove(m + 2, m, 5);
    puts(m);
    strcpy(m, "0123456789");
    memmove(m, m + 3, 7);
    puts(m);
    memcpy(m, "abcdef", 3);
    puts(m);
    char *after = memccpy(m, "xy;z", ';', 4);
    printf("%td %s\n", after - m, m);
    printf("%d\n", memccpy(m, "none", ';', 4) == NULL);
    after = mempcpy(m, "MP", 2);
    printf("%td %s\n", after - m, m);
    memset(m, 'z', 3);
    memset(m + 4, 0, 1);
    printf("%s %zu %zu\n", m, strlen(m), strnlen(m, 2));
    int v[4] = {1, 2, 3, 4}, w[4];
    memcpy(w, v, sizeof v);
    memmove(w + 1, w, 3 * sizeof *w);
    printf("%d %d %d %d\n", w[0], w[1], w[2], w[3]);
    memset(v, -1, 2 * sizeof *v);
    printf("%d %d %d\n", v[0], v[1], v[2]);
    explicit_bzero(v, sizeof v);
    return v[2] + (int)strlen(b);
}
