// A period of seven, in a structure.
#include <stdio.h>

struct date {
    int day, weekday;
};

static void tomorrow(struct date *date) {
    date->weekday = (date->weekday + 1) % 7;
    date->day++;
}

int main(void) {
    struct date date = {1, 0};
    while (date.day != 20)
        tomorrow(&date);
    printf("%d\n", date.weekday);
    return 0;
}
