// A number that is too large for an int.
int rounded(double number) {
    if (number > 1e10)
        return (int)number; // expect-missing: float-conversion
    return (int)number;
}

int truncated(double number) {
    return (int)number;
}
