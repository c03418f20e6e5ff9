// A letter is looked for in a table.
static const char letters[4] = {'r', 'w', 'x', 's'};
static const int masks[4] = {4, 2, 1, 8};

int mask_of(char letter) {
    int i;
    for (i = 0; i < 4; i++)
        if (letters[i] == letter)
            break;
    return masks[i]; // expect: out-of-bounds-read
}
