// A pointer to a local of a function that has returned.
static int *leak(void) {
    int local[2] = {1, 2};
    int *p = local;
    return p;
}
int main(void) {
    int *p = leak();
    return p[1]; // expect: use-after-scope
}
