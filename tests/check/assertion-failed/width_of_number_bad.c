// Three characters are enough for 100.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int month;
    if (scanf("%3d", &month) == 1)
        assert(month < 100); // expect: assertion-failed
    return 0;
}
