// A date is taken apart without asking whether it is one.
#include <stdio.h>

int main(int argc, char **argv) {
    int year = 0, month = 0;
    if (argc < 2)
        return 1;
    sscanf(argv[1], "%d-%d", &year, &month);
    printf("%d/%d\n", month, year); // expect-missing: unchecked-return
    return 0;
}
