// A mode is set, or comes with the file.
struct options {
    int given, keep;
};

int mode_of(const struct options *options, int file) {
    int mode;
    if (!options->given)
        mode = file;
    if (options->keep && mode > 3)
        return 1;
    return 0;
}
