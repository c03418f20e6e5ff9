// An address that no object ever had.
int main(void) {
    int *p = (int *)0x123456780;
    return *p; // expect: wild-pointer
}
