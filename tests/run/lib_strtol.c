// strtol family: bases, prefixes, end pointers, overflow with ERANGE, strtoimax, atoi.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void l(const char *s, int base) {
    char *end;
    errno = 0;
    long v = strtol(s, &end, base);
    printf("strtol(\"%s\",%d)=%ld rest \"%s\" %d\n", s, base, v, end, errno == ERANGE);
}

static void ul(const char *s, int base) {
    char *end;
    errno = 0;
    unsigned long v = strtoul(s, &end, base);
    printf("strtoul(\"%s\",%d)=%lu rest \"%s\" %d\n", s, base, v, end, errno == ERANGE);
}

int main(void) {
    l("123", 10);
    l("  \t\n-42abc", 10);
    l("+7", 10);
    l("0x1f", 16);
    l("0x1F", 0);
    l("1F", 16);
    l("0755", 0);
    l("089", 0);
    l("0x", 16);
    l("0xg", 0);
    l("zZ9", 36);
    l("10102", 2);
    l("", 10);
    l("abc", 10);
    l("-", 10);
    l("- 5", 10);
    l("9223372036854775807", 10);
    l("9223372036854775808", 10);
    l("-9223372036854775808", 10);
    l("-9223372036854775809xyz", 10);
    ul("18446744073709551615", 10);
    ul("18446744073709551616", 10);
    ul("-1", 10);
    ul("ffffffffffffffff", 16);
    ul("777", 8);
    printf("%lld %llu\n", strtoll("-5000000000", NULL, 10), strtoull("12345678901234567890", NULL, 10));
    printf("%jd %ju\n", strtoimax("-77", NULL, 0), strtoumax("0xff", NULL, 0));
    printf("%d %d %d %d\n", atoi("42"), atoi("  -17x"), atoi("none"), atoi("+0009"));
    printf("%ld %lld\n", atol("123456789012"), atoll("-9007199254740993"));
    char *end;
    const char *list = "10, 20,30 ,-40";
    long sum = 0;
    for (const char *p = list; *p; p = *end ? end + 1 : end) {
        long v = strtol(p, &end, 10);
        if (end == p) break;
        while (*end == ' ') end++;
        sum = sum * 2 + v;
    }
    printf("%ld\n", sum);
    return (int)strtol("77", NULL, 8);
}
