// An array that is declared and defined nowhere is no one's overflow.
extern int elsewhere[];
int main(int argc, char **argv) {
    (void)argv;
    return elsewhere[argc]; // expect: undefined-variable
}
