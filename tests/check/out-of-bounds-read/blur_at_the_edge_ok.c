// The mean of a pixel and its right neighbour; the last column has none.
#include <stdio.h>

enum { WIDTH = 4, HEIGHT = 3 };

static void blur(unsigned char (*out)[WIDTH], unsigned char in[HEIGHT][WIDTH]) {
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            int right = x + 1 < WIDTH ? in[y][x + 1] : 0;
            out[y][x] = (unsigned char)((in[y][x] + right) / 2);
        }
}

int main(void) {
    unsigned char image[HEIGHT][WIDTH] = {{10, 20, 30, 40}, {5, 6, 7, 8}, {1, 2, 3, 4}};
    unsigned char result[HEIGHT][WIDTH];
    blur(result, image);
    printf("%d\n", result[0][0]);
    return 0;
}
