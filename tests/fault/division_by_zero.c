// Integer division by zero.
static int quotient(int a, int b) {
    return a / b; // expect: division-by-zero
}
int main(void) {
    return quotient(10, 0);
}
