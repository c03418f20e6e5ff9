// A mode is set, or comes with the file.
struct options {
    int given, keep;
};

int mode_of(const struct options *options, int file) {
    int mode;
    if (!options->given)
        mode = file;
    if (options->keep)
        return mode + 1;
    return 0;
}
