// __builtin_unreachable that is reached.
static int kind(int x) {
    switch (x) {
    case 0:
        return 1;
    case 1:
        return 2;
    }
    __builtin_unreachable(); // expect: unreachable-reached
}
int main(void) {
    return kind(2);
}
