// Figure 2 (a) of "Adding Constraint Building Mechanisms to a Symbolic Execution Engine":
// two comparisons leave one value, and with it one for what it came from.
int run(int c) {
    int b = 2 * c + 4;
    int a = b + 9;
    if (a > 8) {
        if (a < 12) {
            return 100 / b;
        }
    }
    return 0;
}
