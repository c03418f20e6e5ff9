// A value comes with a flag that says whether it is there.
#include <stddef.h>

int with_flag(int number) {
    int value, known = 0;
    if (number > 3) {
        value = number - 3;
        known = 1;
    }
    if (known && value > 2)
        return 1;
    return 0;
}

int largest(const int *numbers, int count) {
    int best, at = -1;
    for (int i = 0; i < count; i++) {
        if (at < 0 || numbers[i] > best) {
            best = numbers[i];
            at = i;
        }
    }
    if (at < 0)
        return 0;
    if (best > 100)
        return 100;
    return best;
}

int answered(int (*ask)(int *answer)) {
    int answer;
    if (!ask(&answer))
        return -1;
    if (answer > 2)
        return 2;
    return answer;
}

int last_of(const int *numbers, int count) {
    int last;
    for (int i = 0; i < count; i++)
        last = numbers[i];
    if (last > 100)
        return 100;
    return last;
}
