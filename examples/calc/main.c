/* Evaluates each argument: calc EXPRESSION... */
#include "calc.h"
#include <stdio.h>

int main(int argc, char **argv)
{
    int status = 0;
    for (int i = 1; i < argc; i++) {
        long result;
        const char *error;
        if (evaluate(argv[i], &result, &error) == 0) {
            printf("%s = %ld\n", argv[i], result);
        } else {
            printf("%s: %s\n", argv[i], error);
            status = 1;
        }
    }
    return status;
}
