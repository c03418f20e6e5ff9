// String literals: concatenation, escapes, embedded NUL, wide, u8, u and U prefixes.
#include <stdio.h>
#include <stddef.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

#define DUMP(s) dump(#s, s, sizeof(s) / sizeof *(s), sizeof *(s))

static void dump(const char *name, const void *p, size_t n, size_t width) {
    (void)name;
    printf("%zu x%zu:", n, width);
    for (size_t i = 0; i < n; i++) {
        unsigned long v = width == 1 ? ((const unsigned char *)p)[i]
                        : width == 2 ? ((const char16_t *)p)[i] : ((const char32_t *)p)[i];
        printf(" %lx", v);
    }
    puts("");
}

static const char array[] = "abc" "def" "\x41" "1";
static const char exact[3] = {'x', 'y', 'z'};

int main(void) {
    DUMP("plain");
    DUMP("a\0b\0");
    DUMP("\a\b\f\n\r\t\v\\\'\"\?");
    DUMP("\0\1\12\123\x7f\xff");
    DUMP(u8"caf\u00e9 \U0001F600");
    DUMP(u"caf\u00e9 \U0001F600");
    DUMP(U"caf\u00e9 \U0001F600");
    DUMP(L"w\u03c0de");
    DUMP(L"join" L"ed");
    printf("%s %zu %zu\n", array, sizeof array, strlen(array));
    printf("%.3s\n", exact);
    printf("%d %d %d\n", 'a', '\377', '\x80');
    printf("%d %d %d\n", (int)L'\u03c0', (int)u'\u00e9', (int)U'\U0001F600');
    printf("%zu %zu %zu %zu\n", sizeof 'a', sizeof L'a', sizeof u'a', sizeof U'a');
    printf("%c%c%c\n", "index"[2], 2["index"], *("index" + 4));
    char copy[] = "writable";
    copy[0] = 'W';
    puts(copy);
    const char *raw = "line one\n"
                      "line two\
 continued\n";
    fputs(raw, stdout);
    printf("%zu\n", wcslen(L"wide\0hidden"));
    char padded[8] = "abc";
    int zeros = 0;
    for (int i = 3; i < 8; i++) zeros += padded[i] == 0;
    return zeros;
}
