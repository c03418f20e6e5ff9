// A number that is too large for an int.
int rounded(double number) {
    if (number > 1e9)
        return 1000000000;
    return (int)number;
}

int truncated(double number) {
    return (int)number;
}
