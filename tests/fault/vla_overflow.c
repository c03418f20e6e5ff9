// Past the end of a variable-length array.
static int fill(int n) {
    int a[n];
    for (int i = 0; i <= n; i++)
        a[i] = i; // expect: buffer-overflow
    return a[0];
}
int main(void) {
    return fill(5);
}
