// Listing 7 of "Improved symbolic execution loop modeling for C like languages":
// the loop is left early, after more iterations than are counted.
int num(void);

int foo(void) {
    int i;
    for (i = 0; i < num(); ++i) {
        if (i == 7) {
            break;
        }
        for (int j = 0; j < 4; ++j) {
        }
    }
    return 1 / (7 - i * 2);
}
