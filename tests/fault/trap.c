// __builtin_trap.
int main(void) {
    __builtin_trap(); // expect: trap
}
