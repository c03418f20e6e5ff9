// A double is printed as an int.
#include <stdio.h>

int main(void) {
    double price = 9.95;
    printf("price: %d\n", price); // expect: format-mismatch
    return 0;
}
