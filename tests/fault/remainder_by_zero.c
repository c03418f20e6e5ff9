// Remainder by zero of unsigned long.
int main(int argc, char **argv) {
    (void)argv;
    unsigned long zero = argc - 1;
    return (int)(5ul % zero); // expect: division-by-zero
}
