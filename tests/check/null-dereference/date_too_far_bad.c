// A time whose year does not fit has no date.
#include <stdio.h>
#include <time.h>

int main(void) {
    long seconds;
    if (scanf("%ld", &seconds) != 1) return 1;
    time_t when = seconds;
    struct tm *date = gmtime(&when);
    printf("%d\n", date->tm_year); // expect: null-dereference
    return 0;
}
