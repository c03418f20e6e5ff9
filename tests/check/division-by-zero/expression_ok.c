// A calculator that reads an argument through a global pointer.
#include <stdio.h>

static const char *at;

static int number(void) {
    int value = 0;
    while (*at >= '0' && *at <= '9')
        value = (value * 10 + (*at++ - '0')) % 1000;
    return value;
}

static int expression(void) {
    int value;
    if (*at == '(') {
        at++;
        value = expression();
        if (*at == ')') at++;
    } else {
        value = number();
    }
    if (*at == '/') {
        at++;
        int divisor = number();
        if (divisor != 0) value /= divisor;
    }
    return value;
}

int main(int argc, char **argv) {
    if (argc < 2) return 1;
    at = argv[1];
    printf("%d\n", expression());
    return 0;
}
