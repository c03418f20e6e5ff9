// The mean of numbers, and the greatest divisor of two.
#include <stddef.h>

int mean(const int *numbers, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += numbers[i];
    return sum / count;
}

int mean_of_positive(const int *numbers, int count) {
    int sum = 0, positive = 0;
    if (count == 0)
        return sum / positive; // expect: division-by-zero
    for (int i = 0; i < count; i++) {
        if (numbers[i] > 0) {
            sum += numbers[i];
            positive++;
        }
    }
    return positive == 0 ? 0 : sum / positive;
}

unsigned greatest_divisor(unsigned a, unsigned b) {
    while (b != 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

unsigned least_multiple(unsigned a, unsigned b) {
    return a / greatest_divisor(a, b) * b;
}
