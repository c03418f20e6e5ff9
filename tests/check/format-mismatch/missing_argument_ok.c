// Two conversions, one argument.
#include <stdio.h>

int main(void) {
    int errors = 2, warnings = 7;
    printf("%d errors, %d warnings\n", errors, warnings);
    return warnings - 7;
}
