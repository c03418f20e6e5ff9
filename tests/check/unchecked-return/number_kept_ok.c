// A number that cannot be read leaves the one before.
#include <stdio.h>

int main(void) {
    int number = 0;
    for (int i = 0; i < 2; i++) {
        if (scanf("%d", &number) != 1)
            return 1;
        printf("%d\n", number);
    }
    return 0;
}
