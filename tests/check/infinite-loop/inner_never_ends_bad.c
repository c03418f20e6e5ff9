// The outer loop counts, the inner one does not.
#include <stdio.h>

int main(void) {
    int sum = 0;
    for (int x = 0; x < 3; x++) {
        int y = x;
        while (y < 4) { // expect: infinite-loop
            if (y == 2)
                y = 1;
            y++;
            sum += y;
            sum %= 16;
        }
    }
    printf("%d\n", sum);
    return 0;
}
