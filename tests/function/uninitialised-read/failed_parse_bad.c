// A parser that fails leaves its result alone.
#include <stdio.h>

static int parse_digit(const char *text, int *digit) {
    if (text[0] < '0' || text[0] > '9')
        return -1;
    *digit = text[0] - '0';
    return 0;
}

int twice(const char *text) {
    int digit;
    if (parse_digit(text, &digit) != 0)
        fprintf(stderr, "%s is no digit\n", text);
    return digit * 2; // expect: uninitialised-read
}

int twice_known(const char *text) {
    int digit;
    parse_digit(text, &digit);
    return digit * 2;
}

int scan_known(const char *text) {
    int number;
    sscanf(text, "%d", &number);
    return number * 2;
}
