// A mode is set, or comes with the file.
struct options {
    int given, keep;
};

int mode_of(const struct options *options, int file) {
    int mode;
    if (!options->given)
        mode = file;
    if (mode > 3) // expect: uninitialised-read
        return 1;
    return 0;
}
