// A number that `scanf` reads has no more characters than its conversion is wide.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int month;
    if (scanf("%2d", &month) == 1)
        assert(month > -10 && month < 100);
    return 0;
}
