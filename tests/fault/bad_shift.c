// Shifts by the width or a negative amount.
int main(int argc, char **argv) {
    (void)argv;
    int amount = 31 + argc;
    unsigned x = 1u << amount; // expect: bad-shift
    int y = 8 >> -amount; // expect: bad-shift
    return (x != 1) - (y != 8) - 0 == 5;
}
