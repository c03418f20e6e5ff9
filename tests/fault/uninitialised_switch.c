// A switch on an undefined value is a fault, and the run goes on.
int main(void) {
    int n;
    switch (n & 1) { // expect: uninitialised-read
    case 0:
    case 1:
        return 0;
    }
    return 1;
}
