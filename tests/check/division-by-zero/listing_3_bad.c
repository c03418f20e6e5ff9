// Listing 3 of "Improved symbolic execution loop modeling for C like languages":
// a loop with a bound that is known.
// lost with: --no-unroll --no-widen
int foo(void) {
    for (int i = 0; i < 6; i++) {
    }
    int k = 0;
    int l = 2 / k; // expect: division-by-zero
    return l;
}
