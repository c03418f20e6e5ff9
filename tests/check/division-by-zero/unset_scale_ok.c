// A scale is chosen by a letter; a letter that is not known leaves it zero.
#include <stdio.h>

struct axis {
    int length;
    int scale;
};

static struct axis axis = {.length = 640};

static void choose(int c) {
    switch (c) {
    case 'f':
        axis.scale = 1;
        break;
    case 'h':
        axis.scale = 2;
        break;
    default:
        axis.scale = 4;
        break;
    }
}

int main(void) {
    choose(getchar());
    printf("%d\n", axis.length / axis.scale);
    return 0;
}
