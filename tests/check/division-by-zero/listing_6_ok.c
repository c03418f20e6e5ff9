// Listing 6 of "Improved symbolic execution loop modeling for C like languages":
// a loop in a loop uses up what is allowed.
int num(void);

int foo(void) {
    int n = 0;
    for (int i = 0; i < num(); ++i) {
        ++n;
        for (int j = 0; j < 4; ++j) {
        }
    }
    if (n > 4) {
        int k = 1;
        return 1 / k;
    }
    return 0;
}
