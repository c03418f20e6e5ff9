// time.h with fixed times in UTC: gmtime, mktime normalisation, strftime, difftime, asctime.
// flags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void show(time_t t) {
    struct tm tm;
    gmtime_r(&t, &tm);
    char b[80];
    strftime(b, sizeof b, "%Y-%m-%d %H:%M:%S %a %b %j %U %w %p %I %y", &tm);
    printf("%lld: %s wday %d yday %d\n", (long long)t, b, tm.tm_wday, tm.tm_yday);
    printf("  back %d\n", timegm(&tm) == t);
}

int main(void) {
    setenv("TZ", "UTC", 1);
    tzset();
    time_t ts[] = {0, 1, 86399, 86400, 951782400, 1709208000, 2147483647, 4102444800, -1, -86400 * 365};
    for (unsigned i = 0; i < sizeof ts / sizeof *ts; i++) show(ts[i]);
    struct tm t;
    memset(&t, 0, sizeof t);
    t.tm_year = 124;
    t.tm_mon = 1;
    t.tm_mday = 30;
    t.tm_hour = 25;
    t.tm_min = -5;
    time_t m = mktime(&t);
    printf("%lld %d-%d-%d %d:%d\n", (long long)m, t.tm_year + 1900, t.tm_mon + 1, t.tm_mday, t.tm_hour, t.tm_min);
    t.tm_mon += 14;
    mktime(&t);
    printf("%d-%d-%d wday %d\n", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday, t.tm_wday);
    printf("%g\n", difftime(1000, 400));
    time_t fixed = 1000000000;
    printf("%s", asctime(gmtime(&fixed)));
    printf("%s", ctime(&fixed));
    struct tm *lt = localtime(&fixed);
    printf("%d %d\n", lt->tm_hour, lt->tm_isdst);
    char b[128];
    size_t n = strftime(b, sizeof b, "%A %B %e %D %T %R %F %% %n%t|%C|%u|%V|%G|%Z", gmtime(&fixed));
    printf("%zu %s\n", n, b);
    n = strftime(b, 5, "%Y-%m-%d", gmtime(&fixed));
    printf("%zu\n", n);
    n = strftime(b, sizeof b, "%x %X %c %s %z", gmtime(&fixed));
    printf("%zu %s\n", n, b);
    struct tm p;
    memset(&p, 0, sizeof p);
    char *rest = strptime("2023-12-25 08:30:00 tail", "%Y-%m-%d %H:%M:%S", &p);
    printf("%d %d %d %d %s\n", p.tm_year, p.tm_mon, p.tm_mday, p.tm_hour, rest);
    return (int)n;
}
