// Whether a time has a date is asked.
#include <stdio.h>
#include <time.h>

int main(void) {
    long seconds;
    if (scanf("%ld", &seconds) != 1) return 1;
    time_t when = seconds;
    struct tm *date = gmtime(&when);
    if (date != NULL) printf("%d\n", date->tm_year);
    return 0;
}
