// string.h comparing: strcmp strncmp memcmp strcasecmp strncasecmp strcoll, by sign only.
// flags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sgn(int v) { return (v > 0) - (v < 0); }

static int by_str(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }
static int by_case(const void *a, const void *b) {
    int c = strcasecmp(*(const char *const *)a, *(const char *const *)b);
    return c ? c : by_str(a, b);
}

int main(void) {
    const char *w[] = {"", "a", "ab", "abc", "abd", "b", "B", "\x80", "\xff", "ABC"};
    for (int i = 0; i < 10; i++) {
        for (int j = 0; j < 10; j++) printf("%2d", sgn(strcmp(w[i], w[j])));
        printf(" |");
        for (int j = 0; j < 10; j++) printf("%2d", sgn(strncmp(w[i], w[j], 2)));
        printf(" |");
        for (int j = 0; j < 10; j++) printf("%2d", sgn(strcasecmp(w[i], w[j])));
        puts("");
    }
    printf("%d %d %d\n", sgn(memcmp("a\0b", "a\0c", 3)), sgn(memcmp("a\0b", "a\0c", 2)), memcmp("x", "y", 0));
    printf("%d %d\n", sgn(memcmp("\x7f", "\x80", 1)), sgn(memcmp("\xff", "", 1)));
    printf("%d %d %d\n", strncmp("abc", "xyz", 0), sgn(strncmp("abc", "abcd", 4)), strncmp("same", "sameX", 4));
    printf("%d %d\n", strncasecmp("HeLLo world", "hEllO there", 6), sgn(strncasecmp("HeLLo world", "hEllO there", 7)));
    printf("%d %d\n", sgn(strcoll("apple", "banana")), strcoll("x", "x"));
    char out[16];
    size_t n = strxfrm(out, "transform", sizeof out);
    printf("%zu %s\n", n, out);
    const char *words[] = {"pear", "Apple", "fig", "apple", "Fig", "banana", "PEAR", "app"};
    qsort(words, 8, sizeof *words, by_str);
    for (int i = 0; i < 8; i++) printf("%s ", words[i]);
    puts("");
    qsort(words, 8, sizeof *words, by_case);
    for (int i = 0; i < 8; i++) printf("%s ", words[i]);
    puts("");
    const char *vs[] = {"v1.10", "v1.9", "v1.2", "v1.02", "v2"};
    for (int i = 0; i < 4; i++) printf("%d ", sgn(strverscmp(vs[i], vs[i + 1])));
    puts("");
    return 33;
}
