// The inner loop ends each time; the outer one starts anew each time.
#include <stdio.h>

int main(void) {
    int x, y = 0;
    for (x = 0; x < 3; x++) { // expect: infinite-loop
        for (y = 0; y < 4; y++)
            if (x == 2 && y == 3)
                x = 0;
    }
    printf("%d %d\n", x, y);
    return 0;
}
