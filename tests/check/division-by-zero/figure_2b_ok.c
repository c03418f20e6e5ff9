// Figure 2 (b) of "Adding Constraint Building Mechanisms to a Symbolic Execution Engine":
// one of two symbols has one value.
int run(int a, int b) {
    if (b > 0) {
        if (a == 1) {
            return b / a;
        }
    }
    return 0;
}
