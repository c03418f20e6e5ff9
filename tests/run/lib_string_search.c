// string.h searching: strchr strrchr strstr strpbrk strspn strcspn memchr memmem strcasestr.
// flags: -D_GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define AT(base, p) ((p) ? (int)((const char *)(p) - (base)) : -1)

int main(void) {
    const char *s = "the rain in Spain stays mainly";
    printf("%d %d %d %d\n", AT(s, strchr(s, 'a')), AT(s, strchr(s, 'z')), AT(s, strchr(s, 0)), AT(s, strchr(s, 't')));
    printf("%d %d %d\n", AT(s, strrchr(s, 'a')), AT(s, strrchr(s, 'q')), AT(s, strrchr(s, 't')));
    printf("%d %d %d %d\n", AT(s, strstr(s, "ain")), AT(s, strstr(s, "")), AT(s, strstr(s, "mainlyx")), AT(s, strstr(s, "ly")));
    printf("%d %d\n", AT(s, strpbrk(s, "xyz")), AT(s, strpbrk(s, "XYZ")));
    printf("%zu %zu %zu\n", strspn(s, "eht "), strspn(s, ""), strspn("aaa", "a"));
    printf("%zu %zu %zu\n", strcspn(s, "S"), strcspn(s, ""), strcspn(s, "t"));
    printf("%d %d %d\n", AT(s, memchr(s, 'S', 12)), AT(s, memchr(s, 'S', 13)), AT(s, memchr(s, 0, 31)));
    printf("%d %d\n", AT(s, memrchr(s, 'n', 17)), AT(s, memrchr(s, 't', 0)));
    printf("%d %d\n", AT(s, strchrnul(s, 'S')), AT(s, strchrnul(s, 'Q')));
    const char bin[] = "ab\0cd\0cd\0ef";
    printf("%d %d %d\n", AT(bin, memmem(bin, sizeof bin, "cd\0e", 4)), AT(bin, memmem(bin, sizeof bin, "\0\0", 2)), AT(bin, memmem(bin, sizeof bin, "", 0)));
    printf("%d %d\n", AT(s, strcasestr(s, "SPAIN")), AT(s, strcasestr(s, "spam")));
    printf("%d\n", AT(s, rawmemchr(s, 'y')));
    printf("%d %d\n", AT(s, index(s, 'i')), AT(s, rindex(s, 'i')));
    int overlaps = 0;
    for (const char *p = "aaaaa"; (p = strstr(p, "aa")); p++) overlaps++;
    printf("%d\n", overlaps);
    printf("%d %d\n", AT("aabaabaaab", NULL), AT(s, strstr(s, s)));
    const char *hay = "aabaabaaabaab";
    printf("%d %d\n", AT(hay, strstr(hay, "aaab")), AT(hay, strstr(hay, "abaab")));
    printf("%s %s\n", basename("/usr/lib/file.so"), basename("plain"));
    printf("%d %d %d %d\n", ffs(0), ffs(1), ffs(0x50), ffsl(1L << 40));
    return overlaps;
}
