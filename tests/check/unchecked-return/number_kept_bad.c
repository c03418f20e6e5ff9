// A number that cannot be read leaves the one before.
#include <stdio.h>

int main(void) {
    int number = 0;
    for (int i = 0; i < 2; i++) {
        scanf("%d", &number);
        printf("%d\n", number); // expect-missing: unchecked-return
    }
    return 0;
}
