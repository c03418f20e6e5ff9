// A text is too short for two words that share no letters.
#include <assert.h>
#include <stdio.h>

static int has(const char *text, const char *word, int length) {
    for (int at = 0; text[at]; at++) {
        int k = 0;
        while (k < length && text[at + k] == word[k])
            k++;
        if (k == length)
            return 1;
    }
    return 0;
}

int main(void) {
    char text[8];
    if (fread(text, 1, sizeof text - 1, stdin) != sizeof text - 1)
        return 1;
    text[sizeof text - 1] = '\0';
    assert(!(has(text, "salt", 4) && has(text, "bone", 4)));
    return 0;
}
