// A branch on a variable that was never set.
int main(void) {
    int x;
    int r = 0;
    if (x > 3) // expect: uninitialised-read
        r = 1;
    return r;
}
