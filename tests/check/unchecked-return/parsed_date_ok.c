// A date is taken apart without asking whether it is one.
#include <stdio.h>

int main(int argc, char **argv) {
    int year = 0, month = 0;
    if (argc < 2)
        return 1;
    if (sscanf(argv[1], "%d-%d", &year, &month) != 2)
        return 1;
    printf("%d/%d\n", month, year);
    return 0;
}
