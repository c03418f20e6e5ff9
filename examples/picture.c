// Makes an empty picture of the size that it reads: four bytes of width, four of height.
//
// What to look for: a width and a height whose product does not fit thirty-two bits. It wraps
// around to a small number, passes the check, and the picture gets less memory than its
// rows need.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 16 };

struct picture {
    uint32_t width, height;
    unsigned char *pixels;
};

// Reads a number of four bytes, the lowest first; 0 at the end of input.
static int read_number(uint32_t *number) {
    unsigned char bytes[4];
    if (fread(bytes, 1, sizeof bytes, stdin) != sizeof bytes)
        return 0;
    *number = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    return 1;
}

static int make(struct picture *picture) {
    if (!read_number(&picture->width) || !read_number(&picture->height))
        return 0;
    if (picture->width * picture->height > LARGEST)
        return 0;
    picture->pixels = malloc(picture->width * picture->height);
    if (picture->pixels == NULL)
        return 0;
    memset(picture->pixels, 0xff, picture->width * picture->height);
    return 1;
}

int main(void) {
    struct picture picture;
    if (!make(&picture))
        return 1;
    printf("%u x %u pixels\n", picture.width, picture.height);
    free(picture.pixels);
    return 0;
}
