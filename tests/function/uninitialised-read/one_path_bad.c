// A number that is known on one path only.
#include <stdio.h>

enum unit { METRE, FOOT, INCH };

int scaled(int mode, int value) {
    int factor;
    if (mode == 1)
        factor = 10;
    else if (mode == 2)
        factor = 100;
    return printf("%d\n", value * factor); // expect: uninitialised-read
}

// All units are there.
int in_millimetres(enum unit unit, int value) {
    int factor;
    switch (unit) {
    case METRE:
        factor = 1000;
        break;
    case FOOT:
        factor = 305;
        break;
    case INCH:
        factor = 25;
        break;
    }
    return value * factor;
}

int with_flag(int flags, int value) {
    int extra;
    if (flags & 4)
        extra = value / 2;
    value++;
    if (flags & 4)
        value += extra;
    return value;
}

int last_of(const int *numbers, int count) {
    int last;
    for (int i = 0; i < count; i++)
        last = numbers[i];
    return last + 1;
}

int last_of_all(const int *numbers, int count) {
    int last;
    if (count > 0)
        last = numbers[count - 1];
    if (last < 0) // expect: uninitialised-read
        return 0;
    return last + 1;
}
