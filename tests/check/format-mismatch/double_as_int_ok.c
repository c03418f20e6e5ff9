// A double is printed as an int.
#include <stdio.h>

int main(void) {
    double price = 9.95;
    printf("price: %.2f\n", price);
    return 0;
}
