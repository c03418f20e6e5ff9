// Digits are added up in a short, as many as fit.
#include <stdio.h>

int main(int argc, char **argv) {
    short value = 0;
    if (argc < 2)
        return 1;
    for (const char *s = argv[1]; *s >= '0' && *s <= '9' && value < 1000; s++)
        value = value * 10 + (*s - '0');
    printf("%d\n", value);
    return 0;
}
