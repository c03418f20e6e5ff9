// The largest number has no successor, the smallest no opposite.
#include <limits.h>

int next(int number) {
    if (number == INT_MAX)
        return number;
    return number + 1;
}

int next_known(int number) {
    return number + 1;
}

int absolute(int number) {
    if (number == INT_MIN)
        return INT_MAX;
    return number < 0 ? -number : number;
}

int add(int a, int b) {
    if (b > 0 && a > INT_MAX - b)
        return INT_MAX;
    if (b < 0 && a < INT_MIN - b)
        return INT_MIN;
    return a + b;
}

int hash(const char *text) {
    int value = 0;
    while (*text != '\0')
        value = value * 31 + *text++;
    return value;
}

int large(int number) {
    if (number > 40000)
        return INT_MAX;
    return number * number;
}

int divide(int number, int by) {
    if (number == INT_MIN && by == -1)
        return INT_MAX;
    return number / by;
}
