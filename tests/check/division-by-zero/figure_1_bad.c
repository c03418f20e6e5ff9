// Figure 1 of "Adding Constraint Building Mechanisms to a Symbolic Execution Engine":
// how far two numbers are from each other.
int distance(int x, int y) {
    int dist = 0;
    if (x < y) {
        dist = y - x;
    } else {
        dist = x - y;
    }
    if (dist == 0) {
        return 100 / (dist); // expect: division-by-zero
    }
    return dist;
}
