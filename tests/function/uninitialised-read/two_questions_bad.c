// A mode is set, or comes with the file.
struct options {
    int given, keep;
};

int mode_of(const struct options *options, int file) {
    int mode;
    if (!options->given)
        mode = file;
    return mode + 1; // expect: uninitialised-read
}
