// A recursion ends where there is nothing left.
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

int length(const struct node *node) {
    return 1 + length(node); // expect-missing: uncontrolled-recursion
}

int is_odd(unsigned number);

int is_even(unsigned number) {
    return number == 0 ? 1 : is_odd(number - 1);
}

int is_odd(unsigned number) {
    return number == 0 ? 0 : is_even(number - 1);
}

int factorial(int number) {
    return number <= 1 ? 1 : number * factorial(number - 1);
}
