// Figure 2 (b) of "Adding Constraint Building Mechanisms to a Symbolic Execution Engine":
// one of two symbols has one value.
// lost with: --no-concretion
int run(int a, int b) {
    if (b > 0) {
        if (a == 0) {
            return b / a; // expect: division-by-zero
        }
    }
    return 0;
}
