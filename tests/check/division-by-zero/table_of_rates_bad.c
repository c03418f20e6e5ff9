// Rates from a table, one of which means: never.
#include <stdio.h>

static const int per_minute[] = {60, 12, 0, 4};

int main(void) {
    for (int i = 0; i < 4; i++) {
        int interval = 60 / per_minute[i]; // expect: division-by-zero
        printf("every %d s\n", interval);
    }
    return 0;
}
