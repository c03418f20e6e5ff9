// Listing 2 of "Improved symbolic execution loop modeling for C like languages":
// the number of iterations of the loop is unknown.
// lost with: --no-widen
int num(void);

int foo(void) {
    int n = 0;
    for (int i = 0; i < num(); ++i) {
        ++n;
    }
    if (n >= 4) {
        int rest = n - n;
        return n / (rest); // expect: division-by-zero
    }
    return 0;
}
