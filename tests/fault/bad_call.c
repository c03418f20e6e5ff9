// A call through a pointer that is not a function.
int main(void) {
    int data = 3;
    void (*f)(void) = (void (*)(void))(void *)&data;
    f(); // expect: bad-call
    return 0;
}
