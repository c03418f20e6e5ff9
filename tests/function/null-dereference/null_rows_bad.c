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
        return sheet->cells[row * sheet->width + column].value; // expect: null-dereference
    return sheet->cells[row * sheet->width + column].value;
}

void set(struct cell *cells, size_t index, int value) {
    if (cells == NULL)
        cells[index].value = value; // expect: null-dereference
    else
        cells[index].value = value;
}

int nothing_there(int index) {
    int *numbers = NULL;
    if (index > 3)
        return numbers[index]; // expect: null-dereference
    return 0;
}

// Numbers that are addresses without a base.
unsigned char read_port(unsigned long page, unsigned long offset) {
    return *(volatile unsigned char *)(page * 4096 + offset);
}

int unchecked(struct sheet *sheet, int index) {
    return sheet->cells[index].value;
}
