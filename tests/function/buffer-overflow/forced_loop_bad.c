// As many numbers as there is room for.
#include <string.h>

int spread(const int *numbers, int count) {
    int slots[4] = {0};
    if (count > 4)
        for (int i = 0; i < count; i++)
            slots[i] = numbers[i]; // expect: buffer-overflow
    return slots[0];
}

int spread_known(const int *numbers, int count) {
    int slots[4] = {0};
    for (int i = 0; i < count; i++)
        slots[i] = numbers[i];
    return slots[3];
}

int spread_block(const int *numbers, size_t count) {
    int slots[4] = {0};
    if (count > 4 && count <= 64)
        memcpy(slots, numbers, count * sizeof *slots); // expect: buffer-overflow
    return slots[0];
}

int spread_known_block(const int *numbers, size_t count) {
    int slots[4] = {0};
    memcpy(slots, numbers, count * sizeof *slots);
    return slots[0];
}
