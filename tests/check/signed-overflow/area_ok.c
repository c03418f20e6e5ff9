// The area of a room whose sides are checked too generously.
#include <stdio.h>

int main(void) {
    int width, height;
    if (scanf("%d %d", &width, &height) != 2)
        return 1;
    if (width < 0 || height < 0 || width > 10000 || height > 10000)
        return 1;
    int area = width * height;
    printf("%d\n", area);
    return 0;
}
