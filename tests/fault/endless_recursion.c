// Recursion without end.
static int down(int n) {
    return down(n + 1) + 1; // expect: uncontrolled-recursion
}
int main(void) {
    return down(0);
}
