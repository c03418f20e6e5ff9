// A stream is closed in two places.
#include <stdio.h>

struct journal {
    FILE *file;
    int lines;
};

int finish(struct journal *journal) {
    if (journal->lines == 0) {
        fclose(journal->file);
        journal->file = NULL;
        return 0;
    }
    return fclose(journal->file);
}

void close_both(FILE *in, FILE *out) {
    fclose(in);
    fclose(out);
}
