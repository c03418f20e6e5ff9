// A test that lets through what it should stop.
#include <stdint.h>

static const uint8_t days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int days_in(int month) {
    if (month >= 12)
        return days[month]; // expect: out-of-bounds-read
    return 0;
}

int days_in_known(int month) {
    return days[month];
}

int days_before(int month) {
    int sum = 0;
    for (int i = 0; i < month; i++)
        sum += days[i];
    return sum;
}
