// Listing 5 of "Improved symbolic execution loop modeling for C like languages":
// more iterations than are counted.
int num(void);

void foo(void) {
    int n = 0;
    for (int i = 0; i < num(); ++i) {
        ++n;
    }
    if (n > 4) {
        int k = 1;
        k = 1 / k;
    }
}
