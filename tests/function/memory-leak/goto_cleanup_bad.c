// Everything is released behind one label.
#include <stdlib.h>
#include <string.h>

struct image {
    unsigned char *pixels;
    int width, height;
};

int blur(struct image *image, int radius) {
    int status = -1;
    unsigned char *row = NULL, *column = NULL;
    if (radius <= 0)
        goto out;
    row = malloc(256); // expect: memory-leak
    if (row == NULL)
        goto out;
    column = malloc(256);
    if (column == NULL)
        return -1;
    memset(row, 0, 256);
    memset(column, 0, 256);
    image->width += row[0] + column[0];
    status = 0;
out:
    free(row);
    free(column);
    return status;
}
