// Half a result is handed to the caller, or to another file.
int store(int number);

int scale(int mode, int value) {
    int factor;
    if (mode == 1)
        factor = 10;
    return value * factor; // expect: uninitialised-read
}

int keep(int mode) {
    int number;
    if (mode == 1)
        number = 10;
    return store(number); // expect: uninitialised-read
}
