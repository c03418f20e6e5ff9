// A pointer to a variable of a block that has ended.
int main(int argc, char **argv) {
    (void)argv;
    int *p = 0;
    if (argc > 0) {
        int inner[1];
        inner[0] = 3;
        p = inner;
    }
    return p[0]; // expect: use-after-scope
}
