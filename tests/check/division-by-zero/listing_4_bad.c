// Listing 4 of "Improved symbolic execution loop modeling for C like languages":
// the loop does not change what decides.
#include <stdbool.h>
int num(void);

int foo(void) {
    bool b = false;
    int n = 0;
    for (int i = 0; i < num(); ++i) {
    }
    if (b) {
        n++;
    }
    return 1 / n; // expect: division-by-zero
}
