// Listing 3 of "Improved symbolic execution loop modeling for C like languages":
// a loop with a bound that is known.
int foo(void) {
    for (int i = 0; i < 6; i++) {
    }
    int k = 1;
    int l = 2 / k;
    return l;
}
