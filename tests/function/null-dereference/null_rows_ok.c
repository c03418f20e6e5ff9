// Tables that need not be there, and unknown numbers.
#include <stddef.h>
#include <stdlib.h>

struct cell {
    int value;
    char *text;
};

struct sheet {
    struct cell *cells;
    int width;
};

int value_at(struct sheet *sheet, int row, int column) {
    if (sheet->cells == NULL)
        return 0;
    return sheet->cells[row * sheet->width + column].value;
}

void set(struct cell *cells, size_t index, int value) {
    if (cells != NULL)
        cells[index].value = value;
}

int nothing_there(int index) {
    int numbers[4] = {0};
    if (index >= 0 && index < 4)
        return numbers[index];
    return 0;
}

// Numbers that are addresses without a base.
unsigned char read_port(unsigned long page, unsigned long offset) {
    return *(volatile unsigned char *)(page * 4096 + offset);
}

int unchecked(struct sheet *sheet, int index) {
    return sheet->cells[index].value;
}
