// The last index is one less than the number of elements.
static int levels[8];

void set_level(unsigned index, int level) {
    if (index < 8)
        levels[index] = level;
}

int level_of(unsigned index) {
    if (index > 8)
        return -1;
    return levels[index]; // expect-missing: out-of-bounds-read
}
