// Figure 4 of "Adding Constraint Building Mechanisms to a Symbolic Execution Engine":
// a value that depends on another in two ways.
int run(int d) {
    int b = d + 3;
    int c = 2 * d;
    int a = b - c;
    if (42 == a) {
        return 1 / (d + 40);
    }
    return 0;
}
