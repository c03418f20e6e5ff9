// Listing 1 of "Improved symbolic execution loop modeling for C like languages":
// a loop over a whole array, and what follows it.
int foo(void) {
    int arr[6];
    for (int i = 0; i < 6; i++) {
        arr[i] = i;
    }
    return 10 / arr[1];
}
