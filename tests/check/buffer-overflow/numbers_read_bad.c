// Blocks whose size the input chooses, filled by library functions.
#include <stdio.h>
#include <stdlib.h>

static int read_numbers(void) {
    unsigned count;
    if (scanf("%u", &count) != 1 || count == 0 || count > 64)
        return 1;
    int *numbers = malloc(count * sizeof *numbers);
    if (numbers == NULL)
        return 1;
    for (unsigned i = 0; i <= count && i < 3; i++) {
        if (scanf("%d", &numbers[i]) != 1) // expect: buffer-overflow
            break;
    }
    free(numbers);
    return 0;
}

static int read_pixels(void) {
    unsigned size;
    if (scanf("%u", &size) != 1 || size == 0 || size > 4096)
        return 1;
    unsigned char *pixels = malloc(size);
    if (pixels == NULL)
        return 1;
    size_t got = fread(pixels, 1, size + 1, stdin); // expect: buffer-overflow
    printf("%zu\n", got);
    free(pixels);
    return 0;
}

int main(void) {
    return read_numbers() || read_pixels();
}
