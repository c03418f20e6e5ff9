// Fields of struct tm that a call does not need may be unset, and padding may be written.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct padded {
    char c;
    int i;
};

int main(void)
{
    setenv("TZ", "UTC", 1);
    struct tm date;
    date.tm_sec = 1;
    date.tm_min = 2;
    date.tm_hour = 3;
    date.tm_mday = 4;
    date.tm_mon = 5;
    date.tm_year = 100;
    date.tm_isdst = -1;
    printf("%ld\n", (long)mktime(&date));
    struct tm hour;
    hour.tm_hour = 15;
    char text[20];
    printf("%d", (int)strftime(text, sizeof text, "%H %I%p", &hour));
    printf(" %s\n", text);
    struct padded pair;
    pair.c = 1;
    pair.i = 2;
    FILE *null = fopen("/dev/null", "w");
    printf("%d\n", (int)fwrite(&pair, sizeof pair, 1, null));
    fclose(null);
    return 0;
}
