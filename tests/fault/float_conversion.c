// A float too large for the integer it becomes; the run goes on.
int main(void) {
    double big = 1e20;
    int x = (int)big; // expect: float-conversion
    return x == 0;
}
