// Reading before the start of a local array.
static int sum(const int *p, int n) {
    int s = 0;
    for (int i = -1; i < n; i++)
        s += p[i]; // expect: out-of-bounds-read
    return s;
}
int main(void) {
    int a[3] = {1, 2, 3};
    return sum(a, 3);
}
