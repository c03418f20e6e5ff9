// A number that cannot be read leaves the one before.
#include <stdio.h>

int main(void) {
    int number = 0;
    for (int i = 0; i < 2; i++) {
        scanf("%d", &number); // expect: unchecked-return
        printf("%d\n", number);
    }
    return 0;
}
