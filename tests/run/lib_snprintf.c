// snprintf and sprintf: truncation, return value, size zero, appending, asprintf.
// flags: -D_GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buf { char s[24]; size_t used; int lost; };

static void append(struct buf *b, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    size_t room = sizeof b->s - b->used;
    int n = vsnprintf(b->s + b->used, room, fmt, ap);
    va_end(ap);
    if (n < 0) return;
    if ((size_t)n >= room) {
        b->lost += n - (int)room + 1;
        n = (int)room - 1;
    }
    b->used += (size_t)n;
}

int main(void) {
    char s[16];
    for (size_t n = 0; n <= 8; n++) {
        memset(s, '#', sizeof s);
        s[15] = 0;
        int r = snprintf(s, n, "%s", "hello!");
        printf("%zu: %d [%s] [%s]\n", n, r, n ? s : "", s + 8);
    }
    printf("%d\n", snprintf(NULL, 0, "%d-%s-%f", 12345, "measure", 1.5));
    memset(s, '.', sizeof s);
    int r = snprintf(s, sizeof s, "%d|%x|%c|%5.1f|%s", -1, 255u, 'q', 2.25, "tail that is cut");
    printf("%d [%s]\n", r, s);
    r = sprintf(s, "%03d%%", 7);
    printf("%d [%s]\n", r, s);
    struct buf b = {.used = 0};
    for (int i = 1; i < 12; i++) append(&b, "%d,", i * i);
    printf("[%s] used %zu lost %d\n", b.s, b.used, b.lost);
    char *heap = NULL;
    r = asprintf(&heap, "%s has %zu bytes in %#x", "asprintf", sizeof b, 48879u);
    printf("%d %s\n", r, heap);
    free(heap);
    char line[100];
    int at = 0;
    for (int i = 0; i < 10; i++) at += sprintf(line + at, i ? " %d" : "%d", i);
    puts(line);
    r = snprintf(s, sizeof s, "%s", "");
    printf("%d %zu\n", r, strlen(s));
    r = snprintf(s, 5, "%c%c%c", 'a', 0, 'b');
    printf("%d %d %d %d\n", r, s[0], s[1], s[2]);
    return at;
}
