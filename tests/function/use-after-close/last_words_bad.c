// A journal says how long it was, before it is closed.
#include <stdio.h>

struct journal {
    FILE *file;
    int lines;
};

void close_journal(struct journal *journal) {
    fclose(journal->file);
    fprintf(journal->file, "%d lines\n", journal->lines); // expect: use-after-close
}

int copy_line(FILE *in, FILE *out) {
    char line[64];
    if (fgets(line, sizeof line, in) == NULL)
        return 0;
    fputs(line, out);
    return 1;
}
