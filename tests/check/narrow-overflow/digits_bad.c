// Digits are added up in a short.
#include <stdio.h>

int main(int argc, char **argv) {
    short value = 0;
    if (argc < 2)
        return 1;
    for (const char *s = argv[1]; *s >= '0' && *s <= '9'; s++)
        value = value * 10 + (*s - '0'); // expect: narrow-overflow
    printf("%d\n", value);
    return 0;
}
