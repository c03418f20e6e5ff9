// A saying is chosen by the clock; the number of days is not that of sayings.
#include <stdio.h>
#include <time.h>

static const char *const sayings[] = {"one", "two", "three", "four", "five", "six"};

int main(void) {
    unsigned long day = (unsigned long)time(NULL) / 86400;
    puts(sayings[day % 7]); // expect: out-of-bounds-read
    return 0;
}
