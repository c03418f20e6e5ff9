// The largest value is kept by its address, which ends with the iteration of the loop.
#include <stdio.h>

int main(void) {
    static const int values[] = {3, 8, 5};
    const int *largest = &values[0];
    for (int i = 0; i < 3; i++) {
        int value = values[i];
        if (value > *largest)
            largest = &value;
        if (largest == &value)
            break;
    }
    printf("%d\n", *largest); // expect: use-after-scope
    return 0;
}
