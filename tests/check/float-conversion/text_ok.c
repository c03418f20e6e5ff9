// A number in a text, by strtod.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    double value = strtod(argv[1], NULL);
    short level = value >= 0 && value <= 100 ? (short)value : 0;
    printf("%d\n", level);
    return 0;
}
